import { afterAll, describe, expect, it } from 'vitest'
import { RAGPipeline } from './index.js'

const pipeline = new RAGPipeline()
afterAll(() => pipeline.close())

const invalid = { code: 'INVALID_OPTION' }

describe('calls that take an index', () => {
  const calls: [string, (options: never) => Promise<unknown>][] = [
    ['remove', (options) => pipeline.remove('x', options)],
    ['documents', (options) => pipeline.documents(options).next()],
    ['getStats', (options) => pipeline.getStats(options)],
    ['getIndexEmbedder', (options) => pipeline.getIndexEmbedder(options)],
  ]

  it.each(calls)('%s refuses options that are none', async (_, call) => {
    await expect(call({ indexName: 5 } as never)).rejects.toMatchObject(invalid)
    await expect(call({ indexName: '' } as never)).rejects.toMatchObject(invalid)
    await expect(call(null as never)).rejects.toMatchObject(invalid)
    await expect(call('main' as never)).rejects.toMatchObject(invalid)
    await expect(call({ index: 'main' } as never)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
  })

  it.each([5, undefined, null, {}, ['x']])('remove refuses %j for a uri', async (uri) => {
    await expect(pipeline.remove(uri as never)).rejects.toMatchObject(invalid)
  })

  it('remove knows a document by its uri and by its id', async () => {
    const { documents } = await pipeline.ingest([{ text: 'One.' }, { text: 'Two.', uri: 'two' }])
    expect(await pipeline.remove(documents[0]!.id)).toBe(true)
    expect(await pipeline.remove('two')).toBe(true)
    expect(await pipeline.remove('two')).toBe(false)
  })
})
