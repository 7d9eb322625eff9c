// What one chunker makes of the documents of one format, and how much memory it takes for all of them in one.
import { createSubject } from './adapters/index.mjs'
import { inspect } from './checks.mjs'
import { task } from './harness/child.mjs'
import { formatInputs, generalInputs } from './inputs.mjs'

const { subject, format, sizes, memory } = task()
const inputs = format ? formatInputs(format) : generalInputs()
const chunk = await createSubject(subject, sizes)

const before = peak()
if (memory) await chunk(inputs['all in one'][0])
const growth = memory ? peak() - before : undefined

const results = []
for (const source of inputs[format ?? 'markdown']) results.push({ source, chunks: await chunk(source) })
process.send({ memory: growth, ...inspect(format ?? 'markdown', results, sizes.maxSize) })

/** In megabytes. */
function peak() {
  return process.resourceUsage().maxRSS / 1024
}
