// One chunker beside another on the same inputs, in turn; sends the CPU time of both for each input, or what failed.
import { createSubject } from './adapters/index.mjs'
import { task } from './harness/child.mjs'
import { interleaved } from './harness/cpu.mjs'
import { formatInputs, generalInputs, megabytes } from './inputs.mjs'

const { subject, peer, format, sizes, most } = task()
const inputs = format ? formatInputs(format, most) : generalInputs(most)
const ours = await createSubject(subject, sizes)
const theirs = await createSubject(peer, sizes)

for (const [input, texts] of Object.entries(inputs)) {
  const size = megabytes(texts)
  try {
    const [own, other] = await interleaved([() => chunkAll(subject, ours, texts), () => chunkAll(peer, theirs, texts)])
    process.send({ input, size, own: size / (own / 1000), other: size / (other / 1000), ratio: other / own })
  } catch (error) {
    process.send({ input, size, failure: error.message })
  }
}

async function chunkAll(name, chunk, texts) {
  try {
    for (const text of texts) await chunk(text)
  } catch (error) {
    throw new Error(`${name} failed: ${error}`.slice(0, 200), { cause: error })
  }
}
