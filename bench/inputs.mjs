import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { seeded } from './random.mjs'

const root = join(import.meta.dirname, '..')

/** The benchmark's documents and questions, beside the project where they are. */
export const SHARED = join(process.env.TESSERA_SHARED ?? join(root, '..', 'shared'), 'bench')

export const hasShared = existsSync(join(SHARED, 'manifest.jsonl'))

export const NO_SHARED = 'needs the documents of ../shared/bench (or TESSERA_SHARED)'

/** The documents of one category in a fixed order; READMEs of installed packages stand in for Markdown. */
export function documents(category) {
  if (hasShared) return filesIn(join(SHARED, 'docs', category))
  return category === 'markdown' ? readmes() : []
}

/** What a file of the benchmark with one JSON document a line holds. */
export function records(name) {
  return readFileSync(join(SHARED, name), 'utf8').trim().split('\n').map(JSON.parse)
}

/** Web pages: the Markdown documents, rendered, with what surrounds an article. */
export function pages() {
  const markdown = new MarkdownIt({ html: true })
  return documents('markdown').map(
    (source, index) =>
      `<!doctype html>\n<html lang="en">\n<head><title>Page ${index}</title><style>p { margin: 0 }</style></head>\n` +
      `<body>\n<nav><ul><li><a href="/">Start</a></li></ul></nav>\n<main><article>\n${markdown.render(source)}` +
      `</article></main>\n<script>if (a < b) console.log("</p>")</script>\n</body>\n</html>\n`,
  )
}

/**
 * What the general strategies are measured on: documents one by one, everything in one, and two made to be slow.
 *
 * @param most characters of an input, about, for what would take minutes over all
 */
export function generalInputs(most = Number.POSITIVE_INFINITY) {
  const categories = ['text', 'markdown', 'latex', 'json'].map((name) => [name, sample(documents(name), most)])
  const real = categories.filter(([, texts]) => texts.length > 0)
  const everything = real.flatMap(([, texts]) => texts).join('\n\n')
  return Object.fromEntries([
    ...real,
    ['all in one', [everything.slice(0, most)]],
    ...Object.entries(hostileInputs(most)),
  ])
}

/** What the strategy of one format is measured on; `most` as for {@link generalInputs}. */
export function formatInputs(format, most = Number.POSITIVE_INFINITY) {
  const texts = sample(format === 'html' ? pages() : documents(format), most)
  return { [format]: texts, 'all in one': [texts.join('\n\n')], ...hostileInputs(most) }
}

/** Every second, third or further text, so that together they have about as many characters. */
function sample(texts, most) {
  const step = Math.max(1, Math.ceil((1e6 * megabytes(texts)) / most))
  return texts.filter((_, index) => index % step === 0)
}

function hostileInputs(most) {
  return {
    'short lines': ['x\n'.repeat(Math.min(250_000, most / 2))],
    'one line of words': ['word and '.repeat(Math.min(55_000, most / 9))],
  }
}

export function megabytes(texts) {
  return texts.reduce((sum, text) => sum + text.length, 0) / 1e6
}

/** Words as often as in a natural language, in texts of about 500 characters; the same for the same seed. */
export function* zipfTexts(count, seed = 1, vocabulary = 40_000) {
  const random = seeded(seed)
  const words = Array.from({ length: vocabulary }, (_, rank) => wordOf(rank))
  for (let index = 0; index < count; index++) {
    const text = []
    for (let length = 0; length < 500; length += text.at(-1).length + 1) text.push(words[zipf(random, vocabulary)])
    yield text.join(' ')
  }
}

/** Questions of two to five words, common and rare ones. */
export function zipfQueries(count, seed = 2, vocabulary = 40_000) {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: 2 + (index % 4) }, () => wordOf(zipf(random, vocabulary))).join(' '),
  )
}

/** A rank with probability proportional to 1 / rank. */
function zipf(random, vocabulary) {
  return Math.floor(vocabulary ** random()) - 1
}

const SYLLABLES = [
  'ba',
  'ko',
  'mi',
  'ran',
  'tel',
  'su',
  'vor',
  'lin',
  'pa',
  'des',
  'fu',
  'gar',
  'hel',
  'ix',
  'jo',
  'qua',
]

function wordOf(rank) {
  let word = ''
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16]
  return word
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
}

function readmes() {
  return [join(root, 'node_modules'), join(import.meta.dirname, 'node_modules')]
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'README.md')))
    .filter(existsSync)
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
}
