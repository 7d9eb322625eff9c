import { type Display, words } from './tags.js'

/** What the `style` attribute of an element says of its layout. */
export interface InlineStyle {
  /** The element shows nothing. */
  readonly hidden: boolean
  /** How it is displayed, if that is said and it is displayed at all. */
  readonly display?: Display | undefined
  /** It floats or stands at a place of its own: never part of a line. */
  readonly outOfFlow: boolean
  /** What it holds stands apart, as in `flex` and `grid`. */
  readonly separates: boolean
}

/** Reads a `style` attribute as CSS does, or undefined if it says nothing of interest. */
export function inlineStyle(style: string): InlineStyle | undefined {
  if (!OF_INTEREST.test(style)) return undefined
  const values = new Map<string, string>()
  const important = new Set<string>()
  for (const declaration of flat(style).split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const [value, priority, ...more] = declaration
      .slice(colon + 1)
      .split('!')
      .map(normal)
    if (!VALID.get(name)?.has(value!) || more.length > 0) continue
    if (priority === undefined ? important.has(name) : priority !== 'important') continue
    if (priority) important.add(name)
    values.set(name, value!)
  }
  if (values.size === 0) return undefined
  const display = values.get('display') ?? ''
  return {
    hidden:
      display === 'none' || HIDING.has(values.get('visibility') ?? '') || values.get('content-visibility') === 'hidden',
    display: DISPLAYS.get(display),
    outOfFlow: OUT_OF_FLOW.has(values.get('float') ?? '') || OUT_OF_FLOW.has(values.get('position') ?? ''),
    separates: /flex|grid/.test(display),
  }
}

/** Names of properties that are looked at; an escape may stand in any of them. */
const OF_INTEREST = /display|visibility|float|position|\\/i

const OUT_OF_FLOW = new Set(words('left right inline-start inline-end absolute fixed'))
const HIDING = new Set(['hidden', 'collapse'])

/** Values of `display` that are known, and how they are displayed where that is known. */
const DISPLAYS = new Map<string, Display | undefined>([
  ...all('block list-item flow-root flex grid table -webkit-box -webkit-flex', 'block'),
  ...all('table-row-group table-header-group table-footer-group table-caption', 'block'),
  ...all('inline inline-block inline-flex inline-grid inline-table contents ruby initial unset', 'inline'),
  ...all('-webkit-inline-box -webkit-inline-flex', 'inline'),
  ...all('table-row', 'row'),
  ...all('table-cell', 'cell'),
  ...all('none inherit revert revert-layer math', undefined),
])

const OF_ALL = words('inherit initial unset revert revert-layer')

/** Values of the properties that are looked at; a declaration with another value is ignored, as in a browser. */
const VALID = new Map<string, { has(value: string): boolean }>([
  ['display', DISPLAYS],
  ['visibility', new Set(words('visible hidden collapse').concat(OF_ALL))],
  ['content-visibility', new Set(words('visible auto hidden').concat(OF_ALL))],
  ['float', new Set(words('left right none inline-start inline-end').concat(OF_ALL))],
  ['position', new Set(words('static relative absolute fixed sticky').concat(OF_ALL))],
])

/** Where the end of a declaration may hide: in strings, comments, addresses and brackets. */
const SPECIAL = /["'\\()[\]{}]|\/\*|url\(\s*(?!["'\s])/gi
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([\s\S]?))/iy
const CLOSING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/** A style without comments; a sign stands for each string, address and pair of brackets. */
function flat(style: string): string {
  const closing: string[] = []
  let text = ''
  for (let at = 0; at < style.length; ) {
    SPECIAL.lastIndex = at
    const special = SPECIAL.exec(style)
    const until = special ? special.index : style.length
    const sign = special ? special[0] : ''
    const shown = closing.length === 0
    if (shown) text += style.slice(at, until)
    at = until + sign.length
    if (sign === '/*') at = after(style, '*/', at)
    else if (sign === '\\') {
      ESCAPE.lastIndex = until
      const [whole, code, character] = ESCAPE.exec(style)!
      at = until + whole.length
      if (shown) text += code ? escaped(Number.parseInt(code, 16)) : character
    } else if (sign.length > 1) at = after(style, ')', at)
    else if (sign === '"' || sign === "'") at = stringEnd(style, sign, at)
    else if (CLOSING.has(sign)) closing.push(CLOSING.get(sign)!)
    else if (sign === closing.at(-1)) closing.pop()
    if (shown && sign !== '/*' && sign !== '\\') text += sign.charAt(0)
  }
  return text
}

function escaped(code: number): string {
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : '\ufffd'
}

/** Offset after the quote that ends a string, or after the line that it is not closed in. */
function stringEnd(style: string, quote: string, from: number): number {
  for (let at = from; at < style.length; at++) {
    const sign = style.charAt(at)
    if (sign === quote || sign === '\n') return at + 1
    if (sign === '\\') at++
  }
  return style.length
}

function after(style: string, end: string, from: number): number {
  const found = style.indexOf(end, from)
  return found < 0 ? style.length : found + end.length
}

function normal(value: string): string {
  return value.trim().toLowerCase()
}

function all(names: string, display: Display | undefined): [string, Display | undefined][] {
  return words(names).map((name) => [name, display])
}
