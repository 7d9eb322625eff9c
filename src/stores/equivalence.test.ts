import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { collect, makeEntry, vectorOf } from '../../test/conformance/entries.js'
import type { Storage } from '../core/index.js'
import { MemoryStorage, openSqliteStorage } from './index.js'

type Step = { reopen: true } | { work: (storage: Storage) => Promise<unknown> }

const name = fc.integer({ min: 0, max: 4 })
const word = fc.constantFrom('red', 'blue', 'fox', 'whale', 'runs', 'swims')
const paragraphs = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 4 })
const index = fc.constantFrom('one', 'two')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(index, name, paragraphs, fc.boolean()).map(([target, d, lines, bare]) => ({
      work: (storage: Storage) => {
        const texts = lines.map((line, i) => `${line.join(' ')} ${i}`)
        const options = { metadata: { d }, chunkMetadata: (i: number) => ({ even: i % 2 === 0 }) }
        return storage.put(target, makeEntry(`file:///${d}`, texts, bare ? { ...options, vectors: null } : options))
      },
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(index, name).map(([target, d]) => ({
      work: (storage: Storage) => storage.remove(target, makeEntry(`file:///${d}`, []).document.id),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(index, name, word).map(([target, d, text]) => ({
      work: async (storage: Storage) => {
        await storage.text.upsert(target, [{ id: `t${d}`, text, metadata: { d } }])
        await storage.vectors.upsert(target, [{ id: `v${d}`, vector: vectorOf(text), metadata: { d } }])
      },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(index, name).map(([target, d]) => ({
      work: (storage: Storage) =>
        Promise.all([storage.text.delete(target, [`t${d}`]), storage.vectors.delete(target, [`v${d}`])]),
    })),
  },
  { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
)

async function answers(storage: Storage): Promise<unknown> {
  const all = ['one', 'two'].map(async (target) => ({
    words: await storage.text.search(target, 'red fox swims', 50),
    filtered: await storage.text.search(target, 'blue whale 1', 3, { $or: [{ even: true }, { d: { $lt: 2 } }] }),
    vectors: await storage.vectors.query(target, vectorOf('question'), 50, undefined, { includeVectors: true }),
    nearest: await storage.vectors.query(target, vectorOf('red 0'), 2, { even: { $ne: true } }),
    count: await storage.vectors.count(target),
    documents: await collect(storage.documents(target)),
  }))
  return { all: await Promise.all(all), indexes: await storage.listIndexes() }
}

it('a storage in memory and one in a file give the same answers, whatever was written and however often it was closed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'tessera-'))
      const file = join(folder, 'test.db')
      const memory = new MemoryStorage()
      let durable = await openSqliteStorage(file)
      try {
        for (const next of steps) {
          if ('work' in next) {
            const outcomes = await Promise.allSettled([next.work(memory), next.work(durable)])
            expect(outcomes[0].status).toBe(outcomes[1].status)
          } else {
            await durable.close()
            durable = await openSqliteStorage(file)
          }
          expect(await answers(durable)).toEqual(await answers(memory))
        }
      } finally {
        await durable.close()
        rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: 40 },
  )
})
