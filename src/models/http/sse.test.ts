import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents, type ServerSentEvent } from './sse.js'

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes.length === 0 ? bytes.length : sizes[i % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(text: string, sizes: readonly number[] = []): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = []
  for await (const event of readEvents(cut(text, sizes))) events.push(event)
  return events
}

describe('server-sent events', () => {
  it('are read with names, several lines of data, comments and any line ending', async () => {
    const expected = [
      { event: 'message', data: 'a\nb' },
      { event: 'named', data: ' c' },
      { event: 'message', data: '' },
    ]
    const lines = [
      ': comment',
      'data: a',
      'data:b',
      '',
      'event: named',
      'id: 1',
      'data:  c',
      '',
      'data',
      '',
      'event: x',
      '',
      '',
    ]
    for (const ending of ['\n', '\r\n', '\r']) expect(await read(lines.join(ending))).toEqual(expected)
  })

  it('are given at the end even without their blank line', async () => {
    expect(await read('data: [DONE]')).toEqual([{ event: 'message', data: '[DONE]' }])
  })

  it('are the same however the bytes arrive', async () => {
    const line = fc.oneof(
      fc.constantFrom('', '', ':', 'data', 'event: e', 'data: ', 'nonsense'),
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
    )
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))).map((lines) => lines.flat().join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), async (stream, sizes) => {
        expect(await read(stream, sizes)).toEqual(await read(stream))
      }),
    )
  })

  it('take time in proportion to a line that drips in', async () => {
    const time = async (length: number) => {
      const began = process.cpuUsage()
      await read(`data: ${'x'.repeat(length)}\n\n`, [16])
      const used = process.cpuUsage(began)
      return used.user + used.system
    }
    await time(400_000)
    const small = Math.max(await time(400_000), 20_000)
    expect(await time(3_200_000)).toBeLessThan(14 * small)
  })
})
