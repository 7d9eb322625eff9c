import fc from 'fast-check'
import { brokenPage, page } from './formats/html.js'
import { source as latex } from './formats/latex.js'
import { markdown } from './formats/markdown.js'
import { realDocuments } from './generators.js'

/** What a strategy adds to the laws of all; what L4 means for its format is tested beside it. */
export interface Subject {
  strategy: string
  options?: Record<string, unknown>
  /** Documents in the strategy's own format, generated. */
  source?: fc.Arbitrary<string>
  /** Real documents to mutate. */
  real: readonly string[]
  /** Hostile inputs of the format: name and maker by size. */
  hostile?: Readonly<Record<string, (units: number) => string>>
}

const text = realDocuments('text', '.txt')
const html = realDocuments('html', '.html')

/** A later strategy joins by one line. */
export const SUBJECTS: readonly Subject[] = [
  { strategy: 'character', real: text },
  { strategy: 'character', options: { separator: '. ' }, real: text },
  { strategy: 'recursive', real: text },
  { strategy: 'recursive', options: { keepSeparator: false, separators: ['\n\n', '. ', ' ', ''] }, real: text },
  { strategy: 'recursive', options: { language: 'python' }, real: text },
  {
    strategy: 'recursive',
    options: { separators: ['\\n+', '[.;] '], isSeparatorRegex: true, keepSeparator: 'start' },
    real: text,
  },
  { strategy: 'markdown', source: markdown, real: realDocuments('markdown', '.md') },
  { strategy: 'html', source: fc.oneof(page, brokenPage), real: html },
  { strategy: 'html', options: { stripTags: false }, source: page, real: html },
  { strategy: 'latex', source: latex, real: realDocuments('latex', '.tex') },
]
