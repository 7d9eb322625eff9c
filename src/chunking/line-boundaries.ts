import type { LineTable } from '../text/index.js'
import type { BoundaryKind } from './boundaries.js'

/** Line ends of any kind; the line end goes with the piece before. */
export function lineEnds(lines: LineTable): BoundaryKind {
  return {
    last(_text, _start, least, to) {
      const at = lines.start(lines.lineAt(to))
      return at >= least ? { end: at, next: at } : undefined
    },
    first(_text, from, to) {
      const at = lines.start(firstLine(lines, from))
      return at >= from && at < to ? at : undefined
    },
  }
}

/** Lines that hold nothing but white space, which goes with the piece before. */
export function blankLines(lines: LineTable): BoundaryKind {
  return {
    last(text, start, least, to) {
      for (let line = lines.lineAt(to); ; line--) {
        const at = lines.start(line)
        if (at < least) return undefined
        const blank = lines.start(line - 1)
        if (blank > start && isBlank(text, blank, at)) return { end: at, next: at }
      }
    },
    first(text, from, to) {
      for (let line = firstLine(lines, from); line <= lines.count; line++) {
        const at = lines.start(line)
        if (at >= to) return undefined
        if (at >= from && isBlank(text, lines.start(line - 1), at)) return at
      }
      return undefined
    },
  }
}

/** The first line but one that begins at `from` or later; the last line when there is none. */
function firstLine(lines: LineTable, from: number): number {
  const line = lines.lineAt(from)
  return line > 1 && lines.start(line) >= from ? line : Math.min(line + 1, lines.count)
}

/** Whether the line `start..end`, line break included, holds nothing. */
function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 32 && unit !== 9) return unit === 10 || unit === 13
  }
  return true
}
