// Runs the benches, or those that are named, each in a process of its own, and sums up how they stand to their budgets.
import { runChild } from './harness/child.mjs'
import { skip, table } from './harness/report.mjs'

/** Name, and the seconds it may take. */
const BENCHES = { start: 300, bm25: 600, vectors: 300, retrieval: 600, growth: 1200, chunking: 3600 }

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}

const results = []
for (const [name, seconds] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n== ${name}`)
  const { messages, failure } = await runChild(`${name}.mjs`, undefined, seconds)
  results.push(...messages.map(({ result }) => ({ bench: name, ...result })))
  if (failure) {
    skip(name, failure)
    results.push({ bench: name, what: failure, value: '-', budget: '', verdict: 'FAILED' })
  }
}
table('Budgets', results)
const missed = results.filter(({ verdict }) => verdict === 'MISSED').length
console.log(`\n${results.filter(({ verdict }) => verdict === 'ok').length} ok, ${missed} missed`)
process.exitCode = results.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0
