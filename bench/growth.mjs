// How cost grows with size: eight times the text may take no more than twelve times the CPU.
import { runChild } from './harness/child.mjs'
import { budget, table } from './harness/report.mjs'

const MOST = 12
const STRATEGIES = ['character', 'recursive', 'markdown', 'html', 'latex']
const SIZES = process.argv.includes('--small') ? [0.125, 1, 8] : [0.125, 1, 8, 64]
const LIMIT_S = 240

const rows = []
for (const strategy of STRATEGIES) {
  const { messages, failure } = await runChild('growth-one.mjs', { strategy, sizes: SIZES }, LIMIT_S)
  const times = SIZES.map((size) => messages.find((message) => message.size === size)?.time)
  const steps = times.map((time, index) => (index > 0 && time !== undefined ? time / times[index - 1] : undefined))
  rows.push({
    strategy,
    ...Object.fromEntries(SIZES.map((size, index) => [`${size} MB, ms`, times[index]])),
    ...Object.fromEntries(SIZES.slice(1).map((size, index) => [`x ${SIZES[index]}-${size}`, steps[index + 1]])),
    'memory MB': messages.at(-1)?.memory,
    stopped: failure ?? '',
  })
  for (const [index, size] of SIZES.entries()) {
    if (SIZES[index - 1] >= 1)
      budget(`${strategy}: CPU of ${size} MB / ${SIZES[index - 1]} MB`, steps[index], { atMost: MOST })
  }
}
table('CPU of one document by its size', rows)
