import { describe, expect, it } from 'vitest'
import { InMemoryBM25Index } from './in-memory.js'

const animals = [
  { id: '1', text: 'red fox', metadata: { zoo: 'north', tags: ['wild'] } },
  { id: '2', text: 'red panda', metadata: { zoo: 'south' } },
  { id: '3', text: 'blue whale' },
]

describe('InMemoryBM25Index', () => {
  it('gives documents back with their text and metadata, the best first', async () => {
    const index = new InMemoryBM25Index()
    await index.addDocuments(animals)
    const found = await index.search('red foxes', 10)
    expect(found.map(({ id }) => id)).toEqual(['1', '2'])
    expect(found[0]).toEqual({
      id: '1',
      score: expect.any(Number),
      text: 'red fox',
      metadata: { zoo: 'north', tags: ['wild'] },
    })
    expect((await index.search('whale'))[0]!.metadata).toEqual({})
    expect(await index.search('red', 1)).toHaveLength(1)
  })

  it('has the textbook formula by default', async () => {
    const index = new InMemoryBM25Index()
    await index.addDocuments([
      { id: '1', text: 'cat cat cat' },
      { id: '2', text: 'dog' },
    ])
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    expect((await index.search('cat'))[0]!.score).toBeCloseTo((idf * 3 * 2.5) / (3 + 1.5 * (0.25 + (0.75 * 3) / 2)), 12)
  })

  it('hands out and takes in copies', async () => {
    const index = new InMemoryBM25Index()
    const metadata = { tags: ['a'] }
    await index.addDocuments([{ id: '1', text: 'fox', metadata }])
    metadata.tags.push('b')
    const [found] = await index.search('fox')
    expect(found!.metadata).toEqual({ tags: ['a'] })
    ;(found!.metadata['tags'] as string[]).push('c')
    expect((await index.search('fox'))[0]!.metadata).toEqual({ tags: ['a'] })
  })

  it('keeps named collections apart and filters before the cut', async () => {
    const index = new InMemoryBM25Index()
    await index.upsert('a', animals)
    await index.upsert('b', [{ id: '9', text: 'red fox' }])
    expect((await index.search('a', 'red', 10)).map(({ id }) => id)).toEqual(['1', '2'])
    expect((await index.search('b', 'red', 10)).map(({ id }) => id)).toEqual(['9'])
    expect((await index.search('a', 'red', 1, { zoo: 'south' })).map(({ id }) => id)).toEqual(['2'])
    await expect(index.search('a', 'red', 1, { zoo: { $near: 1 } })).rejects.toMatchObject({ code: 'INVALID_FILTER' })
    expect(await index.search('red')).toEqual([])
  })

  it('answers a name that was never written to from the documents without a name', async () => {
    const index = new InMemoryBM25Index()
    await index.addDocuments(animals)
    expect(await index.search('my-docs', 'whale', 5)).toHaveLength(1)
    await index.upsert('my-docs', [])
    expect(await index.search('my-docs', 'whale', 5)).toEqual([])
  })

  it('replaces and deletes', async () => {
    const index = new InMemoryBM25Index()
    await index.addDocuments(animals)
    await index.addDocuments([{ id: '1', text: 'grey wolf' }])
    expect((await index.search('fox')).length).toBe(0)
    expect(index.size).toBe(3)
    expect(await index.delete(['1', 'x'])).toBe(1)
    expect(await index.search('wolf')).toEqual([])
    await index.upsert('a', animals)
    expect(await index.delete('a', ['2'])).toBe(1)
    expect(await index.delete('none', ['2'])).toBe(0)
  })

  it.each<[string, unknown]>([
    ['metadata with a function', { id: '2', text: 'alpha', metadata: { f() {} } }],
    ['metadata with a map', { id: '2', text: 'alpha', metadata: { m: new Map([[1, 2]]) } }],
    ['metadata that is a list', { id: '2', text: 'alpha', metadata: ['a'] }],
    ['an empty id', { id: '', text: 'alpha' }],
    ['no text', { id: '2' }],
    ['nothing at all', null],
  ])('refuses %s, and takes nothing of the same call', async (_, bad) => {
    const index = new InMemoryBM25Index()
    const documents = [{ id: '1', text: 'alpha' }, bad] as never
    await expect(index.addDocuments(documents)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(index.upsert('named', documents)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    expect(await index.search('alpha')).toEqual([])
    expect(index.size).toBe(0)
    await index.addDocuments(animals)
    expect(await index.search('named', 'red', 9)).toHaveLength(2)
  })

  it('refuses to delete a lone id', async () => {
    const index = new InMemoryBM25Index()
    await index.addDocuments([{ id: 'd', text: 'alpha' }])
    await expect(index.delete('d' as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(index.delete('name', 'd' as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    expect(index.size).toBe(1)
  })

  it('finds phrases, and stops when the signal fired', async () => {
    const index = new InMemoryBM25Index()
    await index.addDocuments(animals)
    expect((await index.search({ text: '', phrases: ['red fox'] })).map(({ id }) => id)).toEqual(['1'])
    const signal = AbortSignal.abort()
    await expect(index.search('a', 'fox', 1, undefined, { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
