// One strategy on ever larger texts of its own format; sends the CPU time of each.
import { createSubject } from './adapters/index.mjs'
import { task } from './harness/child.mjs'
import { average } from './harness/cpu.mjs'
import { documents, pages } from './inputs.mjs'

const { strategy, sizes } = task()
const sample = sampleFor(strategy).join('\n\n')
const chunk = await createSubject(`tessera:${strategy}`, { maxSize: 1000, overlap: 0 })

for (const size of sizes) {
  const units = size * 1e6
  const text = sample.repeat(Math.ceil(units / sample.length)).slice(0, units)
  const time = await average(() => chunk(text))
  process.send({ size, time, memory: process.resourceUsage().maxRSS / 1024 })
}

/** Documents of the strategy's own format where there are any. */
function sampleFor(strategy) {
  if (strategy === 'html') return pages()
  const own = documents(strategy === 'character' || strategy === 'recursive' ? 'text' : strategy)
  return own.length > 0 ? own : documents('markdown')
}
