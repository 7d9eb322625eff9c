import type { Span } from '../../../core/index.js'
import { OPEN_BRACE } from './characters.js'
import type { Protected } from './protected-spans.js'

/** Part of a word; a cut before one is better than a cut inside. */
export interface Unit extends Span {
  /** What it holds at its end: a formula, a comment, the argument of the command it begins with. None in plain text. */
  span?: Protected
  /** A further argument of the command before it. */
  goesOn?: boolean
}

/** Longest command, with the arguments before the one that is taken apart, that is repeated; less than any good limit. */
const LONGEST_OPENING = 48

/**
 * A word, which holds nothing but `spans` and text between them, as units.
 *
 * @param opened braces that are being taken apart: what stands before them stays with them
 */
export function unitsOf(
  text: string,
  { start, end }: Span,
  spans: readonly Protected[],
  opened: readonly number[],
): Unit[] {
  const units: Unit[] = []
  let at = start
  for (const span of spans) {
    const last = units[units.length - 1]
    if (!last?.span || span.kind !== 'braces' || !ONLY_OPTIONS.test(text.slice(at, span.start))) {
      const from = span.kind === 'braces' ? commandStart(text, at, span.start) : span.start
      if (from > at) units.push({ start: at, end: from })
      units.push({ start: from, end: span.end, span })
    } else if (isBefore(last.span, span) && span.start - last.start < LONGEST_OPENING) {
      last.span = span
      last.end = span.end
    } else units.push({ start: at, end: span.end, span, goesOn: true })
    at = span.end
    if (at < end && text.charCodeAt(at) === OPEN_BRACE && opened.includes(at)) units[units.length - 1]!.end = ++at
  }
  if (at < end) units.push({ start: at, end })
  return units
}

/** Whether an argument introduces the one after it, like the name before the text of a definition. */
function isBefore(one: Protected, next: Protected): boolean {
  return one.kind === 'braces' && one.end - one.start <= next.end - next.start
}

const ONLY_OPTIONS = /^(?:<[^<>]*>|\[[^[\]]*\])*$/
/** What may stand before the brace of an argument: a command with options, an accent, the parameters of a definition. */
const COMMAND =
  /(?:\\(?:[gex]?def|(?:new|renew|provide)command)\*?\s*)?\\(?:[a-zA-Z@]+\*?(?:<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|#\d)*|[^a-zA-Z\s])$|[_^]$/

/** Where the command begins whose argument opens at `brace`; there, when none stands before it. */
function commandStart(text: string, floor: number, brace: number): number {
  const from = Math.max(floor, brace - LONGEST_OPENING)
  const found = COMMAND.exec(text.slice(from, brace))
  return found ? from + found.index : brace
}

/** The source before the brace of an argument, to be repeated; an environment brings its own. */
export function openingOf(text: string, start: number, brace: number): string {
  const opening = text.slice(start, brace + 1)
  return opening.length > LONGEST_OPENING || opening.startsWith('\\begin') ? '{' : opening
}
