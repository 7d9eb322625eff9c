// Quality of retrieval on the development questions: the pipeline, as it comes, beside a peer that stays the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSubject } from './adapters/index.mjs'
import { budget, round, skip, table } from './harness/report.mjs'
import { hasShared, NO_SHARED, records, SHARED } from './inputs.mjs'
import { peerSearch, pipelineSearch } from './retrieval-systems.mjs'
import { interval, mean } from './statistics.mjs'

if (!hasShared) {
  skip('retrieval', NO_SHARED)
  process.exit(0)
}

const CATEGORIES = ['markdown', 'latex', 'json', 'text']
const { spanRecall, intactAt, intactCeiling, mrr, makeLocator } = await import(
  pathToFileURL(join(SHARED, 'score.mjs')).href
)
const corpus = records('manifest.jsonl')
  .filter(({ category }) => CATEGORIES.includes(category))
  .map((entry) => ({ ...entry, file: join(SHARED, entry.path), text: readFileSync(join(SHARED, entry.path), 'utf8') }))
const questions = records('queries-dev.jsonl').filter(({ category }) => CATEGORIES.includes(category))

const SYSTEMS = {
  'LangChain.js recursive 1000/200, textbook BM25': peerSearch,
  'Tessera, as it comes': (documents) => pipelineSearch(documents, {}),
  'Tessera, recursive 1000/200': (documents) =>
    pipelineSearch(documents, { strategy: 'recursive', chunkSize: 1000, chunkOverlap: 200 }),
  'Tessera, auto 1000/100': (documents) => pipelineSearch(documents, { chunkSize: 1000, chunkOverlap: 100 }),
}
const MEASURES = {
  'recall@5': (question, found) => spanRecall(question, found, { k: 5 }),
  'recall 5000': (question, found) => spanRecall(question, found, { budget: 5000 }),
  'whole@5': (question, found) => Number(intactAt(question, found, 5)),
  MRR: (question, found) => mrr(question, found),
}

await compareSystems()
await compareCuts()

async function compareSystems() {
  const scores = {}
  for (const [name, open] of Object.entries(SYSTEMS)) scores[name] = await scoresOf(open)
  const [anchor, ...others] = Object.keys(SYSTEMS)
  table(
    `Search by words within a category; ${questions.length} questions; means [95 % bootstrap interval]`,
    Object.entries(scores).flatMap(([system, rows]) =>
      [...CATEGORIES, 'all'].map((category) => ({
        system: category === CATEGORIES[0] ? system : '',
        category,
        ...Object.fromEntries(Object.keys(MEASURES).map((measure) => [measure, summary(of(rows, category), measure)])),
      })),
    ),
  )
  table(
    `Difference to ${anchor}, paired by question`,
    others.map((system) => ({
      system,
      ...Object.fromEntries(Object.keys(MEASURES).map((m) => [m, summary(differences(scores, system, anchor, m), m)])),
    })),
  )
  const [low] = interval(differences(scores, others[0], anchor, 'recall 5000').map((row) => row['recall 5000']))
  budget('retrieval as it comes, recall within 5000 characters: lower end of the gain on the peer, points', 100 * low, {
    atLeast: 0,
  })
}

async function scoresOf(open) {
  const rows = []
  for (const category of CATEGORIES) {
    const search = await open(
      corpus.filter((document) => document.category === category),
      makeLocator,
    )
    for (const question of questions.filter((one) => one.category === category)) {
      const found = await search(question.query, 20)
      const measured = Object.entries(MEASURES).map(([name, measure]) => [name, measure(question, found)])
      rows.push({ category, ...Object.fromEntries(measured) })
    }
  }
  return rows
}

/** How many answers lie whole in some chunk, whatever finds it: what the cuts alone allow. */
async function compareCuts() {
  const subjects = {
    markdown: ['tessera:markdown', 'langchain:markdown', 'mastra:markdown', 'llamaindex:markdown'],
    latex: ['tessera:latex', 'langchain:latex', 'mastra:latex'],
    text: ['tessera:recursive', 'langchain:recursive', 'chonkie:recursive'],
  }
  const rows = []
  for (const [category, names] of Object.entries(subjects)) {
    for (const chunker of names) {
      const chunk = await createSubject(chunker, { maxSize: 1000, overlap: 0 })
      const chunksOf = new Map()
      let count = 0
      let characters = 0
      for (const { id, text } of corpus.filter((document) => document.category === category)) {
        const locator = makeLocator(text)
        const chunks = await chunk(text)
        count += chunks.length
        characters += chunks.reduce((sum, one) => sum + one.text.length, 0)
        chunksOf.set(
          id,
          chunks.map((one) => ({ doc: id, ranges: rangesOf(one, locator) })),
        )
      }
      const asked = questions.filter((question) => question.category === category)
      const ceiling = 100 * intactCeiling(asked, chunksOf)
      rows.push({ category, chunker, 'intact ceiling %': round(ceiling), 'mean size': Math.round(characters / count) })
      if (category !== 'text' && chunker.startsWith('tessera')) {
        budget(`${category}: answers that lie whole in a chunk, 1000/0, %`, ceiling, { atLeast: 97 })
      }
    }
  }
  table('Answers that lie whole in some chunk, 1000/0', rows)
}

function rangesOf({ text, start, end, segments }, locator) {
  if (start === undefined || segments) return locator.locate(text)
  return [[start, end]]
}

function of(rows, category) {
  return category === 'all' ? rows : rows.filter((row) => row.category === category)
}

function differences(scores, system, anchor, measure) {
  return scores[system].map((row, index) => ({ [measure]: row[measure] - scores[anchor][index][measure] }))
}

function summary(rows, measure) {
  const values = rows.map((row) => row[measure])
  const [low, high] = interval(values)
  const percent = (value) => (100 * value).toFixed(1)
  return `${percent(mean(values))} [${percent(low)}, ${percent(high)}]`
}
