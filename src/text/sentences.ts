import type { Span } from '../core/text.js'
import {
  CALL,
  ELLIPSIS,
  FULL_STOP,
  FULLWIDTH_STOP,
  isCloser,
  isMark,
  isWhite,
  kindOf,
  LINE_BREAK,
  SEMICOLON,
  SPACE,
} from './sentence-chars.js'
import { isSentenceEnd } from './sentence-end.js'

/**
 * The sentences of a text in any script, in order and without the white space around them; between two of them lies
 * nothing but white space. Blank lines and list markers begin a new one. Reads forward once with a bounded look around
 * each stop, so the time is linear in the length.
 *
 * @param start first unit to look at, default 0
 * @param end unit after the last one, default the end of the text
 */
export function* sentences(text: string, start = 0, end = text.length): Generator<Span> {
  let from = skipWhite(text, start, end)
  let at = from
  while (at < end) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === 0) {
      at++
      continue
    }
    if (kind === LINE_BREAK) {
      const next = afterLineBreak(text, at, end)
      if (next.begins && at > from) {
        yield { start: from, end: trimEnd(text, from, at) }
        from = next.at
      }
      at = next.at
      continue
    }
    if (kind === SPACE) {
      if (at > from && separatesPhrases(text, at)) {
        yield { start: from, end: at }
        from = skipWhite(text, at, end)
        at = from
      } else at++
      continue
    }
    if (kind === SEMICOLON && !isGreek(text.charCodeAt(at - 1))) {
      at++
      continue
    }
    const stop = readStop(text, from, at, kind, end)
    if (stop.ends) {
      yield { start: from, end: stop.end }
      from = skipWhite(text, stop.end, end)
      at = from
    } else at = stop.end
  }
  if (from < end) yield { start: from, end: trimEnd(text, from, end) }
}

/** Reads a run of stop characters with the quotes and brackets that close after it. `end` is where reading goes on. */
function readStop(
  text: string,
  start: number,
  at: number,
  first: number,
  limit: number,
): { end: number; ends: boolean } {
  let runEnd = at + 1
  let kind = first === SEMICOLON ? CALL : first
  for (; runEnd < limit; runEnd++) {
    const more = kindOf(text.charCodeAt(runEnd))
    if (more === 0 || more > FULLWIDTH_STOP) break
    if (more === CALL || more === FULLWIDTH_STOP) kind = more
  }
  if (kind === FULL_STOP && runEnd - at > 1) kind = ELLIPSIS
  const end = afterClosers(text, afterMarks(text, runEnd, limit), limit)
  if (end >= limit) return { end, ends: true }
  if (kind === FULLWIDTH_STOP)
    return { end, ends: !quotationGoesOn(text, runEnd, end) && !betweenDigits(text, at, end) }
  if (!isWhite(text.charCodeAt(end)))
    return { end: runEnd, ends: kind === CALL && startsWithoutSpace(text, at, runEnd) }
  const next = skipWhite(text, end, limit)
  if (next >= limit || hasBlankLine(text, end, next)) return { end, ends: true }
  return { end, ends: isSentenceEnd({ text, start, at, kind, runEnd, next, limit }) }
}

/** A stop may carry marks, as in the emoji of two exclamation marks. */
function afterMarks(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && isMark(text.charCodeAt(at))) at++
  return at
}

/** Quotes, brackets, emphasis and footnote marks such as `[12]`; French sets a space before the quote. */
function afterClosers(text: string, from: number, limit: number): number {
  let at = from
  for (;;) {
    while (at < limit && isCloser(text.charCodeAt(at))) at++
    if (at < limit - 1 && isWhite(text.charCodeAt(at)) && /[»›]/.test(text.charAt(at + 1))) at += 2
    else if (text[at] === '[' && at < limit) {
      const mark = /^\[\d{1,3}\]/.exec(text.slice(at, at + 5))
      if (!mark || at + mark[0].length > limit) return at
      at += mark[0].length
    } else return at
  }
}

/** Japanese goes on after a quotation with a particle: 「はい。」と彼は言った。 */
function quotationGoesOn(text: string, runEnd: number, end: number): boolean {
  return end > runEnd && /[」』]/.test(text.charAt(end - 1)) && /[とってなのをがはにも]/.test(text.charAt(end))
}

/** ３．１４ is a number. */
function betweenDigits(text: string, at: number, end: number): boolean {
  return text[at] === '．' && /[０-９\d]/.test(text.charAt(end))
}

/** "What?No space": a capital right after the mark, unless it is a query string or a name of a program. */
function startsWithoutSpace(text: string, at: number, runEnd: number): boolean {
  if (!/\p{Ll}/u.test(text.charAt(at - 1))) return false
  return /^\p{Lu}\p{Ll}*(?:[\s,]|$)/u.test(text.slice(runEnd, runEnd + 24))
}

/** What follows a line break: whether a blank line or the marker of a list item or heading begins something new. */
function afterLineBreak(text: string, at: number, limit: number): { at: number; begins: boolean } {
  const next = skipWhite(text, at, limit)
  if (next >= limit || hasBlankLine(text, at, next)) return { at: next, begins: true }
  const unit = text.charCodeAt(next)
  const mayMark = unit < 0x40 ? unit >= 0x23 && unit <= 0x39 : unit === 0x2022
  if (!mayMark) return { at: next, begins: false }
  return { at: next, begins: /^(?:[-*+•]|#{1,6}|\d{1,3}[.)])[ \t]/.test(text.slice(next, next + 8)) }
}

function hasBlankLine(text: string, from: number, to: number): boolean {
  let breaks = 0
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x2029) return true
    if (kindOf(unit) !== LINE_BREAK || (unit === 10 && text.charCodeAt(at - 1) === 13 && at > from)) continue
    if (++breaks === 2) return true
  }
  return false
}

/** Thai and Lao end sentences with a space and write none between words. */
function separatesPhrases(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at + 1)
  return before >= 0xe01 && before <= 0xedf && after >= 0xe01 && after <= 0xedf
}

function isGreek(unit: number): boolean {
  return (unit >= 0x370 && unit <= 0x3ff) || (unit >= 0x1f00 && unit <= 0x1fff)
}

function skipWhite(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && isWhite(text.charCodeAt(at))) at++
  return at
}

function trimEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && isWhite(text.charCodeAt(end - 1))) end--
  return end
}
