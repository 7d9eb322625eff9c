/** What a character can do at the end of a sentence. Everything else is 0. */
export const FULL_STOP = 1
/** `!` and `?`. */
export const CALL = 2
export const ELLIPSIS = 3
/** Ends a sentence wherever it stands, with or without white space after it. */
export const FULLWIDTH_STOP = 4
export const LINE_BREAK = 5
/** A question mark in Greek. */
export const SEMICOLON = 6
export const SPACE = 7

const KINDS = new Uint8Array(0x10000)

function assign(kind: number, characters: string): void {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind
}

assign(FULL_STOP, '.')
assign(CALL, '!?')
assign(ELLIPSIS, '…')
// CJK, Devanagari, Arabic, Urdu, Ethiopic, Armenian, Myanmar, Khmer, Tibetan, Mongolian, Greek, Syriac, Ol Chiki and others.
assign(FULLWIDTH_STOP, '。！？｡．‼⁇⁈⁉।॥؟۔።፧፨։။។៕།༎᠃᠉;܀܁܂᱾᱿꓿꘎꘏꩝꩞꩟꫰꫱᭚᭛᭞᭟᪨᪩᪪᪫߹࠽჻')
assign(LINE_BREAK, '\n\r\u0085\u2028\u2029')
assign(SEMICOLON, ';')
assign(
  SPACE,
  ' \t\f\v\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\ufeff',
)

/** The kind of a UTF-16 unit; NaN, beyond the text, is of no kind. */
export function kindOf(unit: number): number {
  return KINDS[unit] ?? 0
}

export function isWhite(unit: number): boolean {
  const kind = KINDS[unit]
  return kind === SPACE || kind === LINE_BREAK
}

const MARK = /[\p{M}\u200c\u200d]/u

/** Accents, variation selectors and joiners: part of the character before them. */
export function isMark(unit: number): boolean {
  return unit >= 0x300 && MARK.test(String.fromCharCode(unit))
}

const CLOSERS = new Set([...')]}"\'”’»›」』】）］｝〉》〕〗*_`'].map((character) => character.charCodeAt(0)))
const OPENERS = new Set([...'([{"\'“‘«‹「『【（［｛〈《¿¡*_`„‚'].map((character) => character.charCodeAt(0)))

/** Closing quotation marks, brackets and emphasis marks that belong to the sentence before them. */
export function isCloser(unit: number): boolean {
  return CLOSERS.has(unit)
}

/** What may stand before the first word of a sentence. */
export function isOpener(unit: number): boolean {
  return OPENERS.has(unit)
}
