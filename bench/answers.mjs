// Answers without a language model: how often the quotations hold what was asked for, and how often the pipeline
// abstains where an answer is stored (it should not) and where the documents are of another kind (it should).
// Needs a build (`npm run build`); the real documents and questions need `../shared` or TESSERA_SHARED.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RAGPipeline } from '../dist/index.js'
import { papers } from '../examples/papers.mjs'
import { skip } from './harness/report.mjs'
import { hasShared, NO_SHARED, records, SHARED } from './inputs.mjs'

const CATEGORIES = ['markdown', 'latex', 'json', 'text']

const TOPICS = {
  'on topic': [
    'How do I make commander exit with my own error handling?',
    'How do I define a subcommand in commander?',
    'What does the packer do?',
    'How does reciprocal rank fusion work in this project?',
    'Can I use fast-check with vitest?',
    'How do I ignore files with a gitignore pattern in JavaScript?',
    'What is the default overlap?',
    'Which Node version is needed?',
    'How do I enable typographic replacements in markdown-it?',
    'How can I parse options in commander?',
    'How are vectors scanned?',
    'How is a citation checked?',
    'How does the sqlite file stay consistent?',
    'What does html-escaper do?',
    'How do I resolve a promise when a stream ends in htmlparser2?',
    'What is the k1 value of BM25?',
    'How to highlight code in markdown-it?',
    'How do I run the tests of one folder?',
    'When does the pipeline abstain?',
    'How to shrink a counterexample with fast-check?',
  ],
  'off topic': [
    'Who painted the ceiling of the Sistine chapel?',
    'What is the capital of Mongolia?',
    'How long do I boil an egg?',
    'When was the treaty of Versailles signed?',
    'How do I change a bicycle tyre?',
    'What causes thunder?',
    'Which vaccine protects against measles?',
    'How many moons does Jupiter have?',
    'Who won the world cup in 1998?',
    'What is the boiling point of ethanol?',
    'How do I apply for a German passport?',
    'Which wine goes with salmon?',
    'What is photosynthesis?',
    'How do I train for a marathon?',
    'How old is the universe?',
    'What is the price of gold today?',
    'How do I get rid of ants in my kitchen?',
    'Which language is spoken in Brazil?',
    'How do interest rates affect inflation?',
    'What is the plot of Hamlet?',
  ],
}

if (hasShared) await measureBenchmark()
else skip('real documents and questions', NO_SHARED)
await measureTopics()

/** Questions over real documents whose answers are known spans of the source. */
async function measureBenchmark() {
  const manifest = records('manifest.jsonl')
  const questions = records('queries-dev.jsonl')
  const pipelines = new Map()
  for (const category of CATEGORIES) {
    const documents = manifest.filter((document) => document.category === category)
    const pipeline = new RAGPipeline()
    await pipeline.ingest(
      documents.map(({ id, path }) => ({
        text: readFileSync(join(SHARED, path), 'utf8'),
        uri: `bench:${id}/${path.split('/').at(-1)}`,
      })),
    )
    pipelines.set(category, pipeline)
  }
  const rows = []
  for (const category of CATEGORIES) {
    const tally = {
      n: 0,
      found: 0,
      first: 0,
      any: 0,
      citations: 0,
      quoted: 0,
      abstained: 0,
      wronged: 0,
      foreign: 0,
      others: 0,
    }
    for (const question of questions.filter((one) => one.category === category)) {
      await tallyQuestion(tally, question, category, pipelines)
    }
    rows.push([category, tally])
  }
  const total = {}
  for (const [, tally] of rows) for (const [key, value] of Object.entries(tally)) total[key] = (total[key] ?? 0) + value
  console.table(Object.fromEntries([...rows, ['all', total]].map(([name, tally]) => [name, summary(tally)])))
}

async function tallyQuestion(tally, question, category, pipelines) {
  const { answer: _, abstained, citations, sources } = await pipelines.get(category).query(question.query)
  const isRight = ({ uri, place }) =>
    uri.split(/[:/]/)[1] === question.doc &&
    question.spans.some(({ start, end }) => place.span.start < end && place.span.end > start)
  const found = sources.some(isRight)
  tally.n++
  tally.found += Number(found)
  tally.first += Number(citations.length > 0 && isRight(citations[0]))
  tally.any += Number(citations.some(isRight))
  tally.citations += citations.length
  tally.quoted += citations.reduce((sum, { quote }) => sum + quote.length, 0)
  tally.abstained += Number(abstained)
  tally.wronged += Number(abstained && found)
  for (const other of CATEGORIES) {
    if (other === category) continue
    tally.others++
    tally.foreign += Number((await pipelines.get(other).query(question.query)).abstained)
  }
}

function summary({ n, found, first, any, citations, quoted, abstained, wronged, foreign, others }) {
  const percent = (part, whole) => Math.round((1000 * part) / whole) / 10
  return {
    questions: n,
    'answer among the hits %': percent(found, n),
    'first citation holds it %': percent(first, n),
    'any citation holds it %': percent(any, n),
    'citations an answer': Math.round((10 * citations) / (n - abstained)) / 10,
    'characters quoted': Math.round(quoted / (n - abstained)),
    'abstained %': percent(abstained, n),
    'abstained with the answer among the hits %': percent(wronged, found),
    'abstained over other documents %': percent(foreign, others),
  }
}

/** Questions about this project and its packages, and questions about anything else, over the project's own papers. */
async function measureTopics() {
  const pipeline = new RAGPipeline()
  await pipeline.ingest(papers().map((path) => pathToFileURL(path)))
  const abstained = { 'on topic': 0, 'off topic': 0 }
  for (const [topic, questions] of Object.entries(TOPICS)) {
    for (const question of questions) abstained[topic] += Number((await pipeline.query(question)).abstained)
    console.log(`${topic}: abstained from ${abstained[topic]} of ${questions.length}`)
  }
}
