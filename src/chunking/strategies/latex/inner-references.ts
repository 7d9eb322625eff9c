import type { Span } from '../../../core/index.js'
import { Lexer } from './lexer.js'
import type { Node } from './node.js'
import { plainText } from './plain-text.js'
import type { Reading } from './reading.js'
import { labelIn, type References } from './references.js'

/**
 * Takes the labels and references in what is not read as structure: a title, or an environment kept whole.
 *
 * @param whole that environment; a slide may be titled in it
 */
export function addReferencesIn(references: References, reading: Reading, { start, end }: Span, whole?: Node): void {
  // Most titles are plain words.
  if (!reading.text.slice(start, end).includes('\\')) return
  const lexer = new Lexer(reading, start, end)
  while (lexer.next() !== 'eof') {
    if (lexer.kind === 'literal' && isWhole(reading, lexer.name)) lexer.enter()
    if (lexer.kind !== 'reference' && lexer.name !== 'bibitem') continue
    const argument = reading.text.slice(lexer.argumentStart, lexer.argumentEnd)
    if (!isTitle(lexer.name)) references.add(lexer.name, argument, lexer.start)
    else if (whole && lexer.name === 'frametitle') whole.title ??= plainText(argument)
  }
}

/** Whether an environment is unread because it is to be kept whole, not because it holds something else than LaTeX. */
function isWhole({ vocabulary }: Reading, name: string): boolean {
  return vocabulary.isWhole(name) && vocabulary.familyOf(name) !== 'literal'
}

/** Takes the label among the options of an environment that ends its begin command's name at `from`. */
export function addOptionLabel(references: References, text: string, node: Node, from: number): void {
  const { name, family, start, bodyStart } = node
  if (bodyStart <= from || !LABELLED.has(family) || PRINTS_LABEL.test(name)) return
  const label = labelIn(text.slice(from, bodyStart))
  if (label) references.add('label', label, start)
}

/** Elsewhere an option of this name numbers items. */
const LABELLED: ReadonlySet<Node['family']> = new Set(['literal', 'table', 'frame'])
const PRINTS_LABEL = /minted|erbatim/

/** Whether a command names the document or a slide rather than refers to something. */
export function isTitle(command: string): boolean {
  return command === 'title' || command === 'frametitle'
}
