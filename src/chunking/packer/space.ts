/** White space as `\s` of regular expressions sees it; a byte order mark belongs to it. */
export function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13)
  if (code < 0x1680) return code === 0xa0
  return (
    code === 0x3000 ||
    code === 0xfeff ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x1680
  )
}

/** First offset from `start` that holds something visible, or `end`. */
export function skipSpace(text: string, start: number, end: number): number {
  while (start < end && isSpace(text.charCodeAt(start))) start++
  return start
}

/** Offset after the last visible unit before `end`, or `start`. */
export function skipSpaceBack(text: string, start: number, end: number): number {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return end
}

/** Moves back over the indent of the line that begins before `position`, but not before `floor`. */
export function includeIndent(text: string, position: number, floor: number): number {
  let start = position
  while (start > floor && isBlank(text.charCodeAt(start - 1))) start--
  if (start === 0 || start === position) return start
  const before = text.charCodeAt(start - 1)
  const lineStart = before === 10 || before === 13 || before === 0xfeff
  return lineStart ? start : position
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
