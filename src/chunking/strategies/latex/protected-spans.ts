import { firstIndex, type Span } from '../../../core/index.js'
import { Lexer } from './lexer.js'
import type { Heading, Node } from './node.js'
import type { Scope, Source } from './source.js'

/** A stretch of running text. */
export interface Prose extends Span {
  /** Groups in it that hold paragraphs or environments. */
  groups: readonly Node[]
  headings: readonly Heading[]
  scope: Scope
  /** Braces around what is being taken apart: they do not protect their content any more. */
  opened: readonly number[]
}

/** A part of running text, with the groups that lie in it. */
export function proseWithin(prose: Prose, start: number, end: number): Prose {
  return { ...prose, start, end, groups: spansWithin(prose.groups, start, end) }
}

/** Those of ascending spans that begin in `start..end`. */
export function spansWithin<S extends Span>(spans: readonly S[], start: number, end: number): readonly S[] {
  if (spans.length === 0) return spans
  const first = firstIndex(spans.length, (index) => spans[index]!.start >= start)
  return spans.slice(
    first,
    firstIndex(spans.length, (index) => spans[index]!.start >= end, first),
  )
}

/** A span that a cut should not fall into: a formula, the argument of a command, a comment. */
export interface Protected extends Span {
  kind: 'atom' | 'braces' | 'comment' | 'definition'
  group?: Node
  /** Of a reference to several things, what stands between its braces. */
  keys?: Span
}

/** Spans without overlaps, ascending. Braces without a partner protect nothing. */
export function protectedSpans(source: Source, prose: Prose): Protected[] {
  const spans: Protected[] = []
  const braces: number[] = []
  const { opened } = prose
  const readGap = (from: number, to: number) => {
    const lexer = new Lexer(source, from, to)
    while (lexer.next() !== 'eof') {
      const { start, end } = lexer
      switch (lexer.kind) {
        case 'open':
          if (!opened.includes(start)) braces.push(start)
          break
        case 'close': {
          if (opened.includes(start)) break
          const open = braces.pop()
          if (open !== undefined) protect({ kind: 'braces', start: open, end })
          break
        }
        case 'atom':
        case 'comment':
          protect({ kind: lexer.kind, start, end })
          break
        case 'url':
          if (!opened.includes(lexer.argumentStart)) protect({ kind: 'braces', start: lexer.argumentStart, end })
          break
        case 'reference': {
          const keys = { start: lexer.argumentStart, end: lexer.argumentEnd }
          const isList = source.text.slice(keys.start, keys.end).includes(',')
          protect({ kind: 'atom', start, end, ...(isList && { keys }) })
          break
        }
        case 'definition':
          if (opened.includes(start)) lexer.enter()
          else protect({ kind: 'definition', start, end })
          break
      }
    }
  }
  const protect = (span: Protected) => {
    while (spans.length > 0 && spans[spans.length - 1]!.start >= span.start) spans.pop()
    spans.push(span)
  }
  let position = prose.start
  for (const group of prose.groups) {
    if (opened.includes(group.start)) continue
    readGap(position, group.start)
    protect({ kind: 'braces', start: group.start, end: group.end, group })
    position = group.end
  }
  readGap(position, prose.end)
  return spans
}
