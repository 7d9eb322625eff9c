export const LINE_FEED = 10
export const CARRIAGE_RETURN = 13
export const BACKSLASH = 92
export const PERCENT = 37
export const DOLLAR = 36
export const OPEN_BRACE = 123
export const CLOSE_BRACE = 125
export const OPEN_BRACKET = 91
export const CLOSE_BRACKET = 93
export const OPEN_PARENTHESIS = 40
export const CLOSE_PARENTHESIS = 41
export const BAR = 124
export const STAR = 42
export const AT = 64
export const LESS_THAN = 60

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

export function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN
}

export function skipBlanks(text: string, at: number, limit: number): number {
  while (at < limit && isBlank(text.charCodeAt(at))) at++
  return at
}

/** Where the line of `at` ends, before its line break. */
export function lineEnd(text: string, at: number, limit: number): number {
  while (at < limit && !isLineEnd(text.charCodeAt(at))) at++
  return at
}

/** Offset after the line break at `at`; CRLF is one. */
export function afterLineBreak(text: string, at: number): number {
  return text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1
}

/**
 * Looks at what follows the line break at `at`.
 *
 * @returns where the next line that is not empty begins, or -1 when that is the very next one
 */
export function afterEmptyLines(text: string, at: number, limit: number): number {
  let line = afterLineBreak(text, at)
  for (let empty = false; ; empty = true) {
    const visible = skipBlanks(text, line, limit)
    if (visible >= limit || !isLineEnd(text.charCodeAt(visible))) return empty ? line : -1
    line = afterLineBreak(text, visible)
  }
}
