import type { SourceLines } from './lines.js'

/** An element of HTML that takes up several lines and may be divided between what it holds. */
export interface HtmlElement {
  name: string
  /** Its opening tag, as it stands in the source. */
  tag: string
  /** First line, and the line after its last one. */
  first: number
  end: number
  /** The line its opening tag ends on. */
  opened: number
  /** Its closing tag stands on its last line. */
  closed: boolean
}

/** A run of lines: of an element, or a single one between elements. */
export type HtmlPart = HtmlElement | { name: undefined; first: number; end: number }

/** Elements that are only of use as a whole or with their opening tag. */
const TAG =
  /<!--|<(\/?)(table|thead|tbody|tfoot|tr|td|th|ul|ol|li|dl|details|pre|script|style|textarea)(?=[\s>/])[^<>]*>/gi
/** Elements without tags in them, and where they end. */
const RAW_ENDS: ReadonlyMap<string, RegExp> = new Map(
  ['pre', 'script', 'style', 'textarea'].map((name) => [name, new RegExp(`</${name}(?=[\\s>/])[^<>]*>`, 'gi')]),
)
/** What an opening tag ends when the end tag was left out, up to the nearest element that bounds it. */
const IMPLIED: Readonly<Record<string, { ends: readonly string[]; bound: readonly string[] }>> = {
  li: { ends: ['li'], bound: ['ul', 'ol'] },
  tr: { ends: ['td', 'th', 'tr'], bound: ['table'] },
  td: { ends: ['td', 'th'], bound: ['tr', 'table'] },
  th: { ends: ['td', 'th'], bound: ['tr', 'table'] },
  thead: { ends: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot'], bound: ['table'] },
  tbody: { ends: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot'], bound: ['table'] },
  tfoot: { ends: ['td', 'th', 'tr', 'tbody', 'thead', 'tfoot'], bound: ['table'] },
}
/** Elements nested deeper are not told apart: what one of them holds ends with the outer one. */
const DEEPEST = 64

/** Whether what an element holds is text, whatever it looks like. */
export function isRaw(name: string): boolean {
  return RAW_ENDS.has(name)
}

/**
 * The lines `first..end` as outermost elements of several lines and single lines between them, in order. Reads tags
 * only; end tags that HTML lets be left out are implied. One pass.
 */
export function readHtml(first: number, end: number, lines: SourceLines): HtmlPart[] {
  const parts: HtmlPart[] = []
  const open: string[] = []
  let current: HtmlElement | undefined
  let next = first
  const finish = (to: number, closed: boolean) => {
    if (current && to - current.first > 1) {
      addLines(parts, next, current.first)
      parts.push({ ...current, end: to, closed })
      next = to
    }
    current = undefined
  }
  for (const { tag, name, isEnd, line, last, leads } of readTags(first, end, lines)) {
    // Whatever closed on an earlier line was finished there, unless more was opened behind it.
    if (current && open.length === 0 && line > current.end - 1) finish(current.end, true)
    if (isEnd) {
      const at = open.lastIndexOf(name)
      if (at >= 0) open.length = at
    } else {
      open.length = impliedEnd(name, open)
      if (open.length === 0 && current && leads && line > current.first) finish(line, false)
      if (open.length < DEEPEST) open.push(name)
      current ??= { name, tag, first: line, end: line + 1, opened: last, closed: false }
    }
    if (current) current.end = last + 1
  }
  if (current) finish(open.length === 0 ? current.end : end, open.length === 0)
  addLines(parts, next, end)
  return parts
}

function impliedEnd(name: string, open: readonly string[]): number {
  const implied = IMPLIED[name]
  let length = open.length
  if (!implied) return length
  for (let at = open.length - 1; at >= 0 && !implied.bound.includes(open[at]!); at--) {
    if (implied.ends.includes(open[at]!)) length = at
  }
  return length
}

interface Tag {
  tag: string
  name: string
  isEnd: boolean
  /** Where it begins and where it ends. */
  line: number
  last: number
  /** Nothing stands before it on its line but marks of containers. */
  leads: boolean
}

function* readTags(first: number, end: number, lines: SourceLines): Generator<Tag> {
  const base = lines.start(first)
  const text = lines.text.slice(base, lines.end(end - 1))
  let line = first
  TAG.lastIndex = 0
  let position = 0
  for (;;) {
    TAG.lastIndex = position
    const match = TAG.exec(text)
    if (!match) return
    if (match[0] === '<!--') {
      const close = text.indexOf('-->', match.index + 4)
      if (close < 0) return
      position = close + 3
      continue
    }
    position = TAG.lastIndex
    const name = match[2]!.toLowerCase()
    const isEnd = match[1] === '/'
    const start = base + match.index
    while (line + 1 < end && lines.start(line + 1) <= start) line++
    const from = line
    while (line + 1 < end && lines.start(line + 1) < base + position) line++
    yield {
      tag: match[0],
      name,
      isEnd,
      line: from,
      last: line,
      leads: /^[>\s]*$/.test(lines.text.slice(lines.start(from), Math.min(start, lines.start(from) + 100))),
    }
    const rawEnd = isEnd ? undefined : RAW_ENDS.get(name)
    if (!rawEnd) continue
    rawEnd.lastIndex = position
    const close = rawEnd.exec(text)
    if (!close) return
    position = close.index
  }
}

function addLines(parts: HtmlPart[], from: number, to: number): void {
  for (let line = from; line < to; line++) parts.push({ name: undefined, first: line, end: line + 1 })
}
