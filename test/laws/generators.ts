import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

/** Small pieces that have gone wrong somewhere: scripts, clusters, breaks and marks of every kind. */
const ODDITIES = [
  'e\u0301',
  '\u0301',
  '\u200d',
  '1\ufe0f\u20e3',
  '👩‍👩‍👧‍👦',
  '🇨🇭🇫🇷',
  '👍🏽',
  '각',
  '\ud83d',
  '\udc4d',
  '日本語の文章です。次の文。',
  'ภาษาไทยไม่มีช่องว่าง',
  'العالم بالعالم؟',
  '\u00a0',
  '\u2028',
  '\u200b',
  '\r',
  '\r\n',
  '\r\r',
  '\t\t',
  '  \n  \n',
  '\ufeff',
  '\u0000',
  '<|endoftext|>',
  'Dr. A. B. Smith et al. (2020), e.g. 3.14?! …',
  'https://example.com/a.b?c=d&e=f#g',
  'x'.repeat(90),
  '𝒳'.repeat(40),
]

const WORDS = [
  'a',
  'the',
  'tile',
  'of',
  'mosaic',
  'knows',
  'where',
  'it',
  'belongs',
  'internationalization',
  'naïve',
  'Δ',
]

const word = fc.constantFrom(...WORDS)
export const oddity: fc.Arbitrary<string> = fc.constantFrom(...ODDITIES)

export const sentence: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: oddity }), {
      minLength: 1,
      maxLength: 14,
    }),
    fc.constantFrom('.', '!', '?', '...', ':', ''),
  )
  .map(([words, stop]) => words.join(' ') + stop)

export const paragraph: fc.Arbitrary<string> = fc
  .array(sentence, { minLength: 1, maxLength: 6 })
  .chain((parts) => fc.constantFrom(' ', '\n', '  ').map((glue) => parts.join(glue)))

/** Prose with the structure that plain text has. */
export const prose: fc.Arbitrary<string> = fc
  .array(paragraph, { minLength: 0, maxLength: 8 })
  .chain((parts) => fc.constantFrom('\n\n', '\n', '\r\n\r\n', '\n \n\n', '\r').map((glue) => parts.join(glue)))

/** Any text at all, clusters and lone surrogates included. */
export const anything: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(oddity, { maxLength: 30 }).map((parts) => parts.join('')),
)

/** Deletes, doubles, swaps and inserts stretches of a real document. */
export function mutated(documents: readonly string[], window = 3000): fc.Arbitrary<string> {
  if (documents.length === 0) throw new Error('There are no documents to mutate.')
  return fc
    .record({
      document: fc.constantFrom(...documents),
      at: fc.nat(1_000_000),
      edits: fc.array(
        fc.record({
          kind: fc.constantFrom('delete', 'double', 'insert', 'truncate'),
          at: fc.nat(window),
          length: fc.integer({ min: 1, max: 200 }),
          odd: oddity,
        }),
        { maxLength: 5 },
      ),
    })
    .map(({ document, at, edits }) => {
      const start = document.length > window ? at % (document.length - window) : 0
      let text = document.slice(start, start + window)
      for (const edit of edits) {
        const from = Math.min(edit.at, text.length)
        const to = Math.min(text.length, from + edit.length)
        if (edit.kind === 'delete') text = text.slice(0, from) + text.slice(to)
        else if (edit.kind === 'double') text = text.slice(0, to) + text.slice(from)
        else if (edit.kind === 'insert') text = text.slice(0, from) + edit.odd + text.slice(from)
        else text = text.slice(0, to)
      }
      return text
    })
}

const ROOT = join(import.meta.dirname, '..', '..')
const SHARED = join(process.env['TESSERA_SHARED'] ?? join(ROOT, '..', 'shared'), 'bench', 'docs')

/** The project's own documents of a kind, and those beside the project where there are any. */
export function realDocuments(category: string, extension: string, most = 40): string[] {
  const folders = [join(import.meta.dirname, 'fixtures'), join(ROOT, 'docs'), join(SHARED, category)]
  return folders.flatMap((folder) => readAll(folder, extension)).slice(0, most)
}

function readAll(folder: string, extension: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Inputs made to be slow or deep; none may take more than linear time. */
export const HOSTILE: Readonly<Record<string, (units: number) => string>> = {
  'one character': (units) => 'a'.repeat(units),
  'one line of words': (units) => 'word and '.repeat(units / 9),
  'blank lines': (units) => `${'\n'.repeat(units - 1)}x`,
  'open brackets': (units) => '[({<'.repeat(units / 4),
  'short lines': (units) => 'x\n'.repeat(units / 2),
  'full stops': (units) => '. '.repeat(units / 2),
  ideographs: (units) => '文'.repeat(units),
  'combining marks': (units) => `e${'\u0301'.repeat(units - 1)}`,
  emoji: (units) => '👩‍👩‍👧‍👦'.repeat(units / 11),
}
