// Chunkers beside each other: speed on the same inputs, and what their output is worth.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { passes } from './checks.mjs'
import { runChild } from './harness/child.mjs'
import { geometricMean } from './harness/cpu.mjs'
import { budget, round, skip, table } from './harness/report.mjs'
import { documents, hasShared, NO_SHARED } from './inputs.mjs'

const PAIR_LIMIT_S = 120
const OUTPUT_LIMIT_S = 60

const general = { sizes: { maxSize: 1000, overlap: 200 } }
const structural = { sizes: { maxSize: 1000, overlap: 0 } }

/** What would take minutes or more: of each input both are given about so many characters. */
const SAMPLES = { 'llamaindex:sentence': 50_000, 'parser:unified-latex': 100_000 }

/** `reference` is a parser that only reads, with the least ratio to it. */
const COMPARISONS = [
  {
    ...general,
    strategy: 'recursive',
    peers: [
      'langchain:recursive',
      'chonkie:recursive',
      'mastra:recursive',
      'llamaindex:sentence',
      'neurolink:recursive',
    ],
  },
  { ...general, strategy: 'character', peers: ['langchain:recursive', 'mastra:character', 'neurolink:character'] },
  {
    ...structural,
    strategy: 'markdown',
    format: 'markdown',
    reference: { parser: 'markdown-it', atLeast: 0.5 },
    peers: [
      'langchain:markdown',
      'mastra:markdown',
      'mastra:semantic-markdown',
      'llamaindex:markdown',
      'neurolink:markdown',
    ],
  },
  {
    ...structural,
    strategy: 'html',
    format: 'html',
    reference: { parser: 'htmlparser2', atLeast: 0.5 },
    peers: ['langchain:html', 'mastra:html', 'neurolink:html'],
  },
  {
    ...structural,
    strategy: 'latex',
    format: 'latex',
    reference: { parser: 'unified-latex', atLeast: 50 },
    peers: ['langchain:latex', 'mastra:latex', 'neurolink:latex'],
  },
]

const INSTALL_NEUROLINK =
  'npm install --prefix bench/adapters/neurolink --no-save --no-package-lock --ignore-scripts --legacy-peer-deps ' +
  '@juspay/neurolink@9.37.0 react@19.3.1'
const hasNeurolink = existsSync(join(import.meta.dirname, 'adapters/neurolink/node_modules/@juspay/neurolink'))
if (!hasShared)
  skip('text, LaTeX and JSON documents', `${NO_SHARED}; READMEs of installed packages stand in for Markdown`)
if (!hasNeurolink) skip('NeuroLink', `not installed: ${INSTALL_NEUROLINK}`)
const wanted = process.argv.slice(2)
for (const comparison of COMPARISONS) {
  if (wanted.length > 0 && !wanted.includes(comparison.strategy)) continue
  await compare(comparison)
}

async function compare({ strategy, format, sizes, reference, peers: all }) {
  if (format === 'latex' && documents('latex').length === 0) return skip('latex', NO_SHARED)
  const peers = all.filter((peer) => hasNeurolink || !peer.startsWith('neurolink'))
  const subject = `tessera:${strategy}`
  const outputs = {}
  for (const one of [subject, ...peers]) outputs[one] = await outputOf(one, format, sizes)
  table(`Output of ${strategy} and its peers, ${sizes.maxSize}/${sizes.overlap}, ${format ?? 'markdown'} documents`, [
    ...Object.entries(outputs).map(([name, output]) => outputRow(name, output)),
  ])
  for (const [chunker, { wholeFailure }] of Object.entries(outputs)) {
    if (wholeFailure) console.log(`FAILED: ${chunker}, all in one: ${wholeFailure}`)
  }
  const speeds = {}
  for (const peer of [...(reference ? [nameOf(reference)] : []), ...peers]) {
    speeds[peer] = await speedBeside(subject, peer, format, sizes)
  }
  table(
    `Speed of ${strategy}, MB of text per second of CPU; ratio: Tessera / peer`,
    Object.values(speeds).flatMap(({ rows }) => rows),
  )
  for (const [peer, { failures }] of Object.entries(speeds)) {
    for (const failure of failures) console.log(`FAILED beside ${peer}: ${failure}`)
  }
  if (format) structuralBudgets(strategy, format, reference, peers, outputs, speeds)
  else generalBudgets(strategy, speeds['langchain:recursive'].rows)
}

async function outputOf(subject, format, sizes) {
  const task = { subject, format, sizes }
  const memory = !(subject in SAMPLES)
  const { messages, failure } = await runChild('chunking-output.mjs', { ...task, memory }, OUTPUT_LIMIT_S)
  if (messages.length > 0) return messages[0]
  if (!memory) return { chunks: 0, failure }
  // What fails at everything in one may still cut documents.
  const again = await runChild('chunking-output.mjs', { ...task, memory: false }, OUTPUT_LIMIT_S)
  return { chunks: 0, failure: again.failure, ...again.messages[0], wholeFailure: failure }
}

function outputRow(chunker, { failure, memory, chunks, mean, lost, over, inexact, unbalanced, lone }) {
  if (failure) return { chunker, chunks: failure.slice(0, 40) }
  const percent = (share) => (share === undefined ? undefined : round(100 * share))
  const output = { chunks, lost, over, inexact, unbalanced, lone }
  return {
    chunker,
    chunks,
    'mean size': Math.round(mean),
    'lost %': percent(lost),
    'over %': percent(over),
    'exact offsets %': percent(inexact === undefined ? undefined : 1 - inexact),
    'unbalanced %': percent(unbalanced),
    'half characters %': percent(lone),
    'memory MB': memory === undefined ? undefined : Math.round(memory),
    counts: passes(output) ? 'yes' : 'no',
  }
}

async function speedBeside(subject, peer, format, sizes) {
  const task = { subject, peer, format, sizes, most: SAMPLES[peer] }
  const { messages, failure } = await runChild('chunking-pair.mjs', task, PAIR_LIMIT_S)
  const rows = messages.map(({ input, size, own, other, ratio }) => ({
    peer,
    input,
    MB: round(size),
    tessera: round(own),
    theirs: round(other),
    ratio: round(ratio),
  }))
  const failures = messages.filter((message) => message.failure).map(({ input, failure }) => `${input}: ${failure}`)
  return { rows, failures: failure ? [...failures, failure] : failures }
}

function generalBudgets(strategy, measured) {
  const rows = measured.filter(({ ratio }) => ratio !== undefined)
  for (const { input, ratio } of rows) budget(`${strategy} / LangChain.js recursive, ${input}`, ratio, { atLeast: 2 })
  const mean = rows.length > 0 ? geometricMean(rows.map(({ ratio }) => ratio)) : undefined
  budget(`${strategy} / LangChain.js recursive, geometric mean`, mean, { atLeast: 3 })
}

function structuralBudgets(strategy, format, reference, peers, outputs, speeds) {
  const ratioOf = (peer) => speeds[peer].rows.find(({ input }) => input === format)?.ratio
  if (reference) {
    budget(`${strategy} / ${reference.parser}`, ratioOf(nameOf(reference)), { atLeast: reference.atLeast })
  }
  // The fastest peer is the one Tessera is ahead of by the least.
  const counted = peers.filter((peer) => passes(outputs[peer]) && ratioOf(peer) !== undefined)
  const fastest = counted.sort((a, b) => ratioOf(a) - ratioOf(b))[0]
  const name = fastest ?? 'a peer whose output counts (there is none)'
  budget(`${strategy} / ${name}`, fastest && ratioOf(fastest), { atLeast: 5 })
}

function nameOf({ parser }) {
  return `parser:${parser}`
}
