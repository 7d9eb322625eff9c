import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readStdin } from './stdin.js'

const stream = (...pieces: (string | number[])[]) =>
  Readable.from(pieces.map((piece) => (typeof piece === 'string' ? piece : Buffer.from(piece))))

describe('readStdin', () => {
  it('puts pieces together, even ones that part a character', async () => {
    const { documents, warnings } = await readStdin({ stream: stream([0x5a, 0xc3], [0xbc], ' end') })
    expect(documents[0]).toMatchObject({ text: 'Zü end', mediaType: 'text/plain' })
    expect(documents[0]).not.toHaveProperty('uri')
    expect(warnings).toEqual([])
  })

  it('takes the format from a name or a media type', async () => {
    const named = await readStdin({ stream: stream('# T'), name: 'notes.md', uri: 'u' })
    expect(named.documents[0]).toMatchObject({ title: 'T', uri: 'u' })
    const typed = await readStdin({ stream: stream('# T'), mediaType: 'Text/Markdown; charset=utf-8' })
    expect(typed.documents[0]).toMatchObject({ title: 'T', mediaType: 'text/markdown' })
  })

  it('refuses binary data, and warns of none at all', async () => {
    await expect(readStdin({ stream: stream('%PDF-1.7') })).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    expect((await readStdin({ stream: stream() })).warnings).toEqual(['"stdin" holds no text.'])
  })

  it('stops when aborted', async () => {
    const options = { stream: stream('a'), signal: AbortSignal.abort() }
    await expect(readStdin(options)).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('stops when aborted while it waits, and lets go of the stream', async () => {
    const silent = new Readable({ read() {} })
    const never: AsyncIterable<string> = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }
    for (const waiting of [silent, never]) {
      const controller = new AbortController()
      const reading = readStdin({ stream: waiting, signal: controller.signal })
      setTimeout(() => controller.abort(), 10)
      await expect(reading).rejects.toMatchObject({ code: 'ABORTED' })
    }
    expect(silent.destroyed).toBe(true)
  })
})
