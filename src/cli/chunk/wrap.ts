import type { Piece } from './shown-source.js'

/** Marks that stand on the character before them, and joiners. */
const NO_COLUMN = /[\p{M}\u200b-\u200d\ufeff]/u
/** East Asian wide and full-width characters and pictures. */
const TWO_COLUMNS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const ASCII_ONLY = /^[\x20-\x7e]*$/

/** Breaks a row so that no line takes more columns of a terminal; at least one line. Pieces keep what they are. */
export function wrapPieces(pieces: readonly Piece[], columns: number): Piece[][] {
  if (!Number.isFinite(columns) || fits(pieces, columns)) return [[...pieces]]
  const lines: Piece[][] = [[]]
  let used = 0
  for (const { text, shown } of pieces) {
    let from = 0
    let at = 0
    for (const character of text) {
      const width = columnsOf(character)
      if (used + width > columns) {
        if (at > from) lines.at(-1)!.push({ text: text.slice(from, at), shown })
        lines.push([])
        from = at
        used = 0
      }
      used += width
      at += character.length
    }
    if (at > from) lines.at(-1)!.push({ text: text.slice(from), shown })
  }
  return lines
}

function fits(pieces: readonly Piece[], columns: number): boolean {
  let length = 0
  for (const { text } of pieces) {
    length += text.length
    if (length > columns || !ASCII_ONLY.test(text)) return false
  }
  return true
}

function columnsOf(character: string): number {
  if (character <= '\u02ff') return 1
  if (NO_COLUMN.test(character)) return 0
  return TWO_COLUMNS.test(character) ? 2 : 1
}
