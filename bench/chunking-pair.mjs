// One chunker beside another on the same inputs, in turn; sends the CPU time of both for each input.
import { createSubject } from './adapters/index.mjs'
import { task } from './harness/child.mjs'
import { interleaved } from './harness/cpu.mjs'
import { formatInputs, generalInputs, megabytes } from './inputs.mjs'

const { subject, peer, format, sizes } = task()
const inputs = format ? formatInputs(format) : generalInputs()
const ours = await createSubject(subject, sizes)
const theirs = await createSubject(peer, sizes)

for (const [input, texts] of Object.entries(inputs)) {
  const size = megabytes(texts)
  const [own, other] = await interleaved([() => chunkAll(ours, texts), () => chunkAll(theirs, texts)])
  process.send({ input, size, own: size / (own / 1000), other: size / (other / 1000), ratio: other / own })
}

async function chunkAll(chunk, texts) {
  for (const text of texts) await chunk(text)
}
