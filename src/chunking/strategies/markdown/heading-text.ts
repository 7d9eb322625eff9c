import { decodeEntity } from '../../../text/index.js'

/** Longer headings are shortened: a path names a place, it does not quote it. */
const LONGEST = 500
const ATTRIBUTES = /[ \t]*\{:?[ \t]*[#.][^{}]*\}$/
const PUNCTUATION = /[!-/:-@[-`{-~]/
const ENTITY = /^&(#\w{1,8}|[A-Za-z][A-Za-z\d]{1,9});/
const COMMENT = /^\{\/\*.*?\*\/\}/s
/** What generators put behind a heading to link to it. */
const PERMALINK = /(?<=\S)[ \t]*\[(?:[¶#§🔗]|\\#|&para;)\]\([^()]*\)$/u
const AUTOLINK = /^<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/
const TAG = /^<\/?[A-Za-z][^<>]*>|^<!--[\s\S]*?-->/
/** What tags, entities and comments begin with. */
const OPENERS = /[<&{]/
/** Without any of these a heading reads as it stands. */
const MARKS = /[\\`<&{[\]*_~¶]/
const WORD = /[\p{L}\p{N}]/u

/**
 * What a reader sees of a heading's inline Markdown: without emphasis, code ticks, link targets, tags, escapes,
 * comments of MDX, trailing attributes (`{#id}`) and permalink marks. One pass over at most 500 units.
 */
export function headingText(source: string): string {
  if (source.length <= LONGEST && !MARKS.test(source)) return source.replace(/\s+/g, ' ').trim()
  const raw = source.length > LONGEST ? `${source.slice(0, wholeEnd(source, LONGEST))}…` : source
  const text = raw.trim().replace(PERMALINK, '').replace(ATTRIBUTES, '')
  const out: string[] = []
  const brackets: { at: number; image: boolean }[] = []
  const emphasis = new Map<string, number[]>()
  for (let position = 0; position < text.length; ) {
    const char = text[position]!
    const rest = OPENERS.test(char) ? text.slice(position) : ''
    if (char === '\\' && PUNCTUATION.test(text[position + 1] ?? '')) {
      out.push(text[position + 1]!)
      position += 2
    } else if (char === '`') {
      position = code(text, position, out)
    } else if (char === '<' && (AUTOLINK.test(rest) || TAG.test(rest))) {
      const link = AUTOLINK.exec(rest)
      out.push(link?.[1] ?? '')
      position += (link ?? TAG.exec(rest)!)[0].length
    } else if (char === '&' && ENTITY.test(rest)) {
      const [whole, reference] = ENTITY.exec(rest)!
      out.push(decodeEntity(reference!) ?? whole)
      position += whole.length
    } else if (char === '{' && COMMENT.test(rest)) {
      position += COMMENT.exec(rest)![0].length
    } else if (char === '[') {
      const image = out.at(-1) === '!'
      brackets.push({ at: out.push('[') - 1, image })
      position++
    } else if (char === ']') {
      position = closeBracket(text, position, out, brackets.pop())
    } else if (char === '*' || char === '_' || char === '~') {
      position = mark(text, position, out, emphasis)
    } else {
      out.push(char)
      position++
    }
  }
  return out
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\S)\s*¶$/, '')
}

/** A code span keeps its content; ticks without a partner are text. */
function code(text: string, start: number, out: string[]): number {
  let open = start
  while (text[open] === '`') open++
  const ticks = text.slice(start, open)
  for (let close = text.indexOf(ticks, open); close >= 0; ) {
    let end = close
    while (text[end] === '`') end++
    if (end - close === ticks.length) {
      out.push(text.slice(open, close))
      return end
    }
    close = text.indexOf(ticks, end)
  }
  out.push(ticks)
  return open
}

/** A bracket pair before a target or a label is a link and leaves its text; any other stays. */
function closeBracket(
  text: string,
  at: number,
  out: string[],
  open: { at: number; image: boolean } | undefined,
): number {
  const end = open ? targetEnd(text, at + 1) : at + 1
  if (!open || end === at + 1) {
    out.push(']')
    return at + 1
  }
  out[open.at] = ''
  if (open.image) out[open.at - 1] = ''
  return end
}

function targetEnd(text: string, start: number): number {
  const close = text[start] === '(' ? ')' : text[start] === '[' ? ']' : undefined
  if (!close) return start
  let depth = 0
  for (let position = start; position < text.length; position++) {
    if (text[position] === '\\') position++
    else if (text[position] === text[start]) depth++
    else if (text[position] === close && --depth === 0) return position + 1
  }
  return start
}

/** Emphasis is dropped where a run that can open meets one that can close; `snake_case` and `2 * 3` stay. */
function mark(text: string, start: number, out: string[], emphasis: Map<string, number[]>): number {
  const char = text[start]!
  let end = start
  while (text[end] === char) end++
  const run = text.slice(start, end)
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  const inWord = char === '_' && WORD.test(before) && WORD.test(after)
  const openers = emphasis.get(run) ?? []
  const tooShort = char === '~' && run.length < 2
  const at = out.push(run) - 1
  if (inWord || tooShort) return end
  if (openers.length > 0 && before.trim() !== '') {
    out[openers.pop()!] = ''
    out[at] = ''
  } else if (after.trim() !== '') {
    emphasis.set(run, [...openers, at])
  }
  return end
}

function wholeEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}
