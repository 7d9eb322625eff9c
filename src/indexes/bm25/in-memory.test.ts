import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

  it('finds phrases, and stops when the signal fired', async () => {
    const index = new InMemoryBM25Index()
    await index.addDocuments(animals)
    expect((await index.search({ text: '', phrases: ['red fox'] })).map(({ id }) => id)).toEqual(['1'])
    const signal = AbortSignal.abort()
    await expect(index.search('a', 'fox', 1, undefined, { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

interface Case {
  id: string
  area: string
  summary: string
  input: { docs?: unknown; query?: string }
  options: { fuzzy?: unknown; prefix?: unknown; fields?: unknown; filter?: unknown }
}

const folder = process.env['TESSERA_SHARED'] ?? join(import.meta.dirname, '../../../../shared')
const file = join(folder, 'cases/retrieval.jsonl')

describe.skipIf(!existsSync(file))('public cases of BM25 (skipped without ../shared)', () => {
  const cases = !existsSync(file)
    ? []
    : readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Case)
  const rank = async (id: string, query?: string) => {
    const found = cases.find((one) => one.id === id)!
    const index = new InMemoryBM25Index()
    await index.addDocuments((found.input.docs as string[]).map((text, number) => ({ id: `${number}`, text })))
    return index.search(query ?? found.input.query!, 100)
  }
  const ids = (found: { id: string }[]) => found.map(({ id }) => Number(id))

  it('P075, P077, P079, P081: a word in half, all or one of the documents scores above 0', async () => {
    expect(ids(await rank('P075'))).toEqual([0, 1])
    expect(await rank('P077')).toHaveLength(10)
    expect(ids(await rank('P079'))).toEqual([0])
    expect(ids(await rank('P081'))).toEqual([0])
    for (const id of ['P075', 'P077', 'P079', 'P081'])
      for (const { score } of await rank(id)) expect(score).toBeGreaterThan(0)
  })

  it('P078: a further matching word never lowers a score', async () => {
    const both = await rank('P078')
    expect(both[0]!.id).toBe('0')
    expect(both[0]!.score).toBeGreaterThan((await rank('P078', 'lorem'))[0]!.score)
  })

  it('P082, P083, P085, P087: parts of compounds and words inside other scripts are found', async () => {
    for (const query of ['A002', 'RULE-A002', 'rule a002']) expect(ids(await rank('P082', query))[0]).toBe(0)
    for (const id of ['P083', 'P085', 'P087']) expect(ids(await rank(id))).toEqual([0])
  })

  it('P086: a name in Han is worth at least twice a shared character', async () => {
    const [first, second] = await rank('P086')
    expect(first!.id).toBe('0')
    expect(first!.score).toBeGreaterThanOrEqual(2 * (second?.score ?? 0))
  })

  it('P089, P090: exact words are found whatever similar ones there are', async () => {
    expect(
      ids(await rank('P089'))
        .slice(0, 3)
        .toSorted(),
    ).toEqual([0, 1, 2])
    expect(ids(await rank('P090')).toSorted()).toEqual([0, 1])
  })

  it('P094, P147: scores differ and fall; an empty query finds nothing', async () => {
    const scores = (await rank('P094')).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(2)
    expect(await rank('P147')).toEqual([])
  })
})
