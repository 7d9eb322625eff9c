// Search by words over 100,000 generated chunks: building and asking, beside MiniSearch.
import MiniSearch from 'minisearch'
import { BM25Index, QUALITY, TEXTBOOK } from '../dist/indexes/index.js'
import { cpu, interleaved } from './harness/cpu.mjs'
import { budget, table } from './harness/report.mjs'
import { zipfQueries, zipfTexts } from './inputs.mjs'

const CHUNKS = 100_000
const CHUNKS_PER_DOCUMENT = 20
const BATCH = 1000
const TOP_K = 10

const queries = zipfQueries(100)
const records = []
for (const text of zipfTexts(CHUNKS)) records.push({ id: `c${records.length}`, text })

const engines = {
  'MiniSearch, one field': miniSearch(),
  'Tessera, textbook': tessera(TEXTBOOK, () => ({})),
  'Tessera, quality preset': tessera(QUALITY, contextOf),
}
const builds = {}
for (const [name, engine] of Object.entries(engines)) {
  builds[name] = await cpu(() => {
    for (let at = 0; at < CHUNKS; at += BATCH) engine.add(records.slice(at, at + BATCH))
  })
}
const works = Object.values(engines).map((engine) => () => {
  for (const query of queries) engine.search(query)
})
const times = await interleaved(works, { budget: 20_000, most: 7 })

const names = Object.keys(engines)
table(
  `${CHUNKS} chunks of about 500 characters; CPU, milliseconds a query over ${queries.length} queries`,
  names.map((name, index) => ({
    engine: name,
    'build ms': builds[name],
    'build / MiniSearch': builds[name] / builds[names[0]],
    'query ms': times[index] / queries.length,
    'query / MiniSearch': times[index] / times[0],
  })),
)
budget('BM25 textbook: query / MiniSearch', times[1] / times[0], { atMost: 1 / 20 })
budget('BM25 quality preset: query / MiniSearch with one field', times[2] / times[0], { atMost: 1 / 6 })
budget('BM25 textbook: build / MiniSearch', builds[names[1]] / builds[names[0]], { atMost: 1 })
budget('BM25 quality preset: build / MiniSearch', builds[names[2]] / builds[names[0]], { atMost: 1 })

function miniSearch() {
  const index = new MiniSearch({ fields: ['text'] })
  return { add: (batch) => index.addAll(batch), search: (query) => index.search(query).slice(0, TOP_K) }
}

function tessera(parameters, extra) {
  const index = new BM25Index(parameters)
  return {
    add: (batch) => index.upsert(batch.map((record) => ({ ...record, ...extra(record) }))),
    search: (query) => index.search(query, TOP_K),
  }
}

/** A title and a heading, and the document the chunk belongs to. */
function contextOf({ id, text }) {
  const document = `d${Math.floor(Number(id.slice(1)) / CHUNKS_PER_DOCUMENT)}`
  return { documentId: document, context: [`Document ${document}`, text.slice(0, text.indexOf(' ', 20))] }
}
