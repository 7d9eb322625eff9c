import { describe, expect, it } from 'vitest'
import { createChunker } from '../../src/chunking/index.js'
import { cpu } from '../laws/cpu.js'
import { HOSTILE } from '../laws/generators.js'
import { SUBJECTS } from '../laws/subjects.js'

const MEGABYTE = 1 << 20
const MOST = 12
/** Below this, in milliseconds, a measurement says nothing. */
const NOISE = 50

describe.each(SUBJECTS)('$strategy $options', ({ strategy, options = {}, hostile = {} }) => {
  it.each(Object.entries({ ...HOSTILE, ...hostile }))(
    'takes no more than 12 times the time for 8 times of %s',
    { timeout: 900_000 },
    async (_, make) => {
      const chunker = await createChunker(strategy, { ...options, maxSize: 1000, overlap: 0 })
      const best = async (text: string): Promise<number> => {
        const times: number[] = []
        for (let run = 0; run < 3; run++) times.push(await cpu(() => chunker.chunk(text)))
        return Math.min(...times)
      }
      const small = await best(make(MEGABYTE))
      const large = await best(make(8 * MEGABYTE))
      expect(large / Math.max(small, NOISE), `${small} ms, then ${large} ms`).toBeLessThanOrEqual(MOST)
    },
  )
})
