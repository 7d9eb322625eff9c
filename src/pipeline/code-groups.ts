import type { Span } from '../core/index.js'
import { linesOf } from './text-blocks.js'

/** Lines of code that belong together. */
export interface CodeGroup extends Span {
  /** The lines that enclose it, outermost first. */
  about: string
  /** Opens what follows and says little by itself. */
  opens: boolean
}

/** Enclosing lines are told up to this depth, and each up to this length. */
const MOST_ENCLOSING = 4
const ENCLOSING_LENGTH = 80

/**
 * Groups lines by their indent: a line with everything that stands deeper, and the bracket that closes it, as long as
 * that is no more than `most` units; of what is larger the first line opens, and the lines inside are grouped alike. So
 * a small object, a short function or a statement over several lines stays together, in any language.
 */
export function codeGroups(text: string, start: number, end: number, most: number): CodeGroup[] {
  const lines = [...linesOf(text, start, end)].filter((line) => text.slice(line.start, line.end).trim() !== '')
  const indents = lines.map((line) => indentOf(text, line))
  const closes = lines.map((line, index) => /^[}\])]/.test(text.slice(line.start + indents[index]!, line.end)))
  const ends = subtreeEnds(indents, closes)
  const groups: CodeGroup[] = []
  const enclosing: { indent: number; text: string }[] = []
  for (let i = 0; i < lines.length; ) {
    const first = lines[i]!
    while (enclosing.length > 0 && enclosing.at(-1)!.indent >= indents[i]!) enclosing.pop()
    const about = enclosing
      .slice(-MOST_ENCLOSING)
      .map((line) => line.text)
      .join('\n')
    const from = first.start + indents[i]!
    const last = lines[ends[i]! - 1]!
    const fits = last.end - from <= most
    const opens = !fits && ends[i]! > i + 1
    groups.push({
      start: from,
      end: fits ? last.end : first.end,
      about,
      opens: opens || (closes[i]! && ends[i] === i + 1),
    })
    if (opens) enclosing.push({ indent: indents[i]!, text: text.slice(from, from + ENCLOSING_LENGTH) })
    i = fits ? ends[i]! : i + 1
  }
  return groups
}

function indentOf(text: string, { start, end }: Span): number {
  let at = start
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at++
  return at - start
}

/** For each line the first one after it that does not stand inside it. */
function subtreeEnds(indents: readonly number[], closes: readonly boolean[]): number[] {
  const ends = new Array<number>(indents.length)
  const open: number[] = []
  indents.forEach((indent, index) => {
    while (open.length > 0) {
      const top = open.at(-1)!
      if (indents[top]! < indent || (indents[top] === indent && closes[index] && !closes[top])) break
      ends[open.pop()!] = index
    }
    // A closing bracket belongs to the line that opened it, and ends it.
    if (closes[index] && open.length > 0 && indents[open.at(-1)!] === indent) {
      ends[open.pop()!] = index + 1
      ends[index] = index + 1
    } else open.push(index)
  })
  for (const index of open) ends[index] = indents.length
  return ends
}
