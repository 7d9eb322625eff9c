import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../text/analyzer.js'
import { BM25Index, mergeSegments } from './bm25-index.js'
import { type BM25Parameters, QUALITY, TEXTBOOK } from './options.js'
import type { BM25Record } from './segment.js'

const analyzer = createAnalyzer()

/** The formula written down again, over all records, with nothing shared with the index but the analyzer. */
function naiveScores(records: readonly BM25Record[], query: string, p: BM25Parameters): Map<string, number> {
  const documentOf = (record: BM25Record) =>
    record.documentId === undefined ? `r:${record.id}` : `d:${record.documentId}`
  const count = (terms: string[], term: string) => terms.filter((other) => other === term).length
  const read = records.map((record) => ({
    record,
    text: analyzer.analyze(record.text),
    context: (record.context ?? []).flatMap((part) => analyzer.analyze(typeof part === 'string' ? part : part.text)),
  }))
  const length = (one: (typeof read)[number]) => one.text.length + p.contextWeight * one.context.length
  const average = read.reduce((sum, one) => sum + length(one), 0) / read.length
  const documents = new Map<string, typeof read>()
  for (const one of read) {
    const id = documentOf(one.record)
    documents.set(id, [...(documents.get(id) ?? []), one])
  }
  const documentLength = (id: string) => documents.get(id)!.reduce((sum, one) => sum + one.text.length, 0)
  const documentAverage = [...documents.keys()].reduce((sum, id) => sum + documentLength(id), 0) / documents.size
  const bm25 = (tf: number, n: number, N: number, len: number, avg: number) =>
    tf === 0
      ? 0
      : (Math.log(1 + (N - n + 0.5) / (n + 0.5)) * (tf * (p.k1 + 1))) /
        (tf + p.k1 * (1 - p.b + p.b * (avg > 0 ? len / avg : 0)))
  const scores = new Map<string, number>()
  for (const one of read) {
    let score = 0
    let document = 0
    for (const term of analyzer.analyze(query)) {
      const tf = (other: (typeof read)[number]) =>
        count(other.text, term) + p.contextWeight * count(other.context, term)
      const documentTf = (id: string) => {
        const mine = documents.get(id)!
        const context = p.contextWeight > 0 ? Math.max(...mine.map((other) => count(other.context, term))) : 0
        return mine.reduce((sum, other) => sum + count(other.text, term), 0) + context
      }
      score += bm25(tf(one), read.filter((other) => tf(other) > 0).length, read.length, length(one), average)
      const id = documentOf(one.record)
      const having = [...documents.keys()].filter((other) => documentTf(other) > 0).length
      document += bm25(documentTf(id), having, documents.size, documentLength(id), documentAverage)
    }
    if (score > 0) scores.set(one.record.id, score + p.documentWeight * document)
  }
  return scores
}

const word = fc.constantFrom(
  'fox',
  'foxes',
  'dog',
  'red',
  'getUserName',
  'user',
  'C++',
  '東京',
  'the',
  'RULE-A002',
  'a002',
)
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
const longText = fc
  .tuple(text, fc.integer({ min: 250, max: 600 }))
  .map(([start, times]) => `${start} ${'fox '.repeat(times)}`)
const record: fc.Arbitrary<BM25Record> = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map(String),
  text: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: longText }),
  context: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
  documentId: fc.option(fc.constantFrom('A', 'B', 'C', ''), { nil: undefined }),
})
const change = fc.oneof(
  fc.record({ kind: fc.constant('upsert' as const), records: fc.array(record, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('segment' as const), records: fc.array(record, { maxLength: 6 }) }),
  fc.record({
    kind: fc.constant('delete' as const),
    ids: fc.array(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('search' as const) }),
  fc.record({ kind: fc.constant('reload' as const) }),
)
const parameters = fc.oneof(
  fc.constant(TEXTBOOK),
  fc.constant(QUALITY),
  fc.record({
    k1: fc.double({ min: 0, max: 3, noNaN: true }),
    b: fc.double({ min: 0, max: 1, noNaN: true }),
    contextWeight: fc.constantFrom(0, 0.5, 1, 3),
    documentWeight: fc.constantFrom(0, 0.7),
  }),
)

describe('BM25Index', () => {
  it('equals the formula over the living records after any changes, saves and merges', () => {
    fc.assert(
      fc.property(parameters, fc.array(change, { maxLength: 12 }), text, (p, changes, query) => {
        let index = new BM25Index({ ...p, analyzer })
        const living = new Map<string, BM25Record>()
        for (const step of changes) {
          if (step.kind === 'upsert') index.upsert(step.records)
          if (step.kind === 'segment') index.addSegment(index.encodeSegment(step.records))
          if (step.kind === 'delete') index.delete(step.ids)
          if (step.kind === 'search') index.search(query, 3)
          if (step.kind === 'reload') index = BM25Index.load(index.save(), { ...p, analyzer })
          if (step.kind === 'delete') for (const id of step.ids) living.delete(id)
          if (step.kind === 'upsert' || step.kind === 'segment') for (const one of step.records) living.set(one.id, one)
        }
        const expected = naiveScores([...living.values()], query, p)
        const found = index.search(query, 100)
        expect(index.size).toBe(living.size)
        expect(found.map((match) => match.id).toSorted()).toEqual([...expected.keys()].toSorted())
        for (const { id, score } of found) {
          expect(Math.abs(score - expected.get(id)!)).toBeLessThan(1e-9)
          expect(Math.abs(index.explain(query, id)!.score - score)).toBeLessThan(1e-9)
        }
        for (let i = 1; i < found.length; i++) expect(found[i]!.score).toBeLessThanOrEqual(found[i - 1]!.score)
        expect(index.search(query, 4)).toEqual(found.slice(0, 4))
      }),
      { numRuns: 400 },
    )
  })

  it('gives the same bits whatever the order of merging', () => {
    const records = Array.from({ length: 300 }, (_, i) => ({
      id: `${i}`,
      text: `fox ${i % 7} dog`.repeat((i % 5) + 1),
      documentId: `d${i % 11}`,
    }))
    const together = new BM25Index(QUALITY)
    together.upsert(records)
    const apart = new BM25Index(QUALITY)
    for (const one of records) {
      apart.upsert([one])
      apart.search('fox', 1)
    }
    expect(apart.search('fox dog 3', 300)).toEqual(together.search('fox dog 3', 300))
  })

  it('orders equal scores by document, then by insertion', () => {
    const index = new BM25Index()
    index.upsert(['b2', 'a1', 'b1', 'a2'].map((id) => ({ id, text: 'fox', documentId: id[0] })))
    expect(index.search('fox').map(({ id }) => id)).toEqual(['a1', 'a2', 'b2', 'b1'])
    expect(index.search('fox', 2).map(({ id }) => id)).toEqual(['a1', 'a2'])
  })

  it('finds nothing for an empty query, stop words, punctuation and unknown words', () => {
    const index = new BM25Index()
    index.upsert([{ id: '1', text: 'the fox' }])
    for (const query of ['', '  ', 'the', '?!', 'wolf', '\u0301']) expect(index.search(query)).toEqual([])
    expect(new BM25Index().search('fox')).toEqual([])
    expect(index.search('fox', 0)).toEqual([])
  })

  it('keeps statistics when a record is inserted again', () => {
    const index = new BM25Index(QUALITY)
    const records = [
      { id: '1', text: 'red fox', documentId: 'd' },
      { id: '2', text: 'red dog', documentId: 'd' },
    ]
    index.upsert(records)
    const before = [index.stats(), index.search('red fox')]
    index.upsert(records)
    index.upsert([records[0]!, records[1]!])
    expect([index.stats(), index.search('red fox')]).toEqual(before)
  })

  it('asks `allow` only for records that would be among the best, and cuts after it', () => {
    const index = new BM25Index()
    index.upsert(
      Array.from({ length: 1000 }, (_, i) => ({ id: `${i}`, text: i === 700 ? 'fox' : `fox ${'filler '.repeat(5)}` })),
    )
    let asked = 0
    const best = index.search('fox', 1, () => ++asked > 0)
    expect(best[0]!.id).toBe('700')
    expect(asked).toBeLessThan(10)
    expect(index.search('fox', 5, (id) => id === '999').map(({ id }) => id)).toEqual(['999'])
  })

  it('may be searched from inside `allow`', () => {
    const index = new BM25Index(QUALITY)
    index.upsert([
      { id: '1', text: 'red fox' },
      { id: '2', text: 'red dog' },
    ])
    const inner: unknown[] = []
    const outer = index.search('red', 2, () => {
      inner.push(index.search('fox dog', 2))
      return true
    })
    expect(outer).toEqual(index.search('red', 2))
    expect(inner[0]).toEqual(index.search('fox dog', 2))
  })

  it('honours required and excluded words and phrases', () => {
    const texts = new Map([
      ['1', 'The sign-off process is short'],
      ['2', 'A process without signoff'],
      ['3', 'We process a sign. Off it goes'],
      ['4', 'Nothing but process'],
    ])
    const index = new BM25Index({ text: (id) => texts.get(id) })
    index.upsert([...texts].map(([id, text]) => ({ id, text })))
    const ids = (query: Parameters<typeof index.search>[0]) =>
      index
        .search(query)
        .map(({ id }) => id)
        .toSorted()
    expect(ids({ text: 'process', required: ['sign-off'] })).toEqual(['1', '2'])
    expect(ids({ text: 'process', excluded: ['signoff'] })).toEqual(['3', '4'])
    expect(ids({ text: '', phrases: ['sign off process'] })).toEqual(['1'])
    expect(ids({ text: 'process', phrases: ['sign off it'] })).toEqual(['3'])
    expect(ids({ text: 'process', required: ['wolf'] })).toEqual([])
    expect(ids({ text: 'process', excluded: ['wolf'] })).toEqual(['1', '2', '3', '4'])
  })

  it('refuses phrases without texts, malformed queries and unknown options', () => {
    const index = new BM25Index()
    const code = (run: () => unknown) => {
      try {
        run()
      } catch (error) {
        return (error as { code: string }).code
      }
      return 'no error'
    }
    expect(code(() => index.search({ text: 'a', phrases: ['b c'] }))).toBe('FEATURE_NOT_AVAILABLE')
    expect(code(() => index.search({ text: 'a', must: [] } as never))).toBe('UNKNOWN_OPTION')
    expect(code(() => index.search({ text: 'a', required: 'b' } as never))).toBe('INVALID_OPTION')
    expect(code(() => index.search(5 as never))).toBe('INVALID_OPTION')
    expect(code(() => index.search('a', -1))).toBe('INVALID_OPTION')
    expect(code(() => new BM25Index({ k2: 1 } as never))).toBe('UNKNOWN_OPTION')
    expect(code(() => new BM25Index({ b: 2 }))).toBe('INVALID_OPTION')
    expect(code(() => new BM25Index({ k1: Number.NaN }))).toBe('INVALID_OPTION')
    expect(code(() => index.upsert([{ id: '1' } as never]))).toBe('INVALID_OPTION')
  })
})

describe('segments', () => {
  const index = new BM25Index(QUALITY)
  const segment = index.encodeSegment([
    { id: 'ä1', text: 'red fox 東京', context: ['Animals'], documentId: 'zoo' },
    { id: 'b2', text: 'dog' },
  ])

  it('are read from any offset of a larger buffer', () => {
    for (const shift of [0, 1, 2, 4]) {
      const buffer = new Uint8Array(segment.length + 8)
      buffer.set(segment, shift)
      const other = new BM25Index(QUALITY)
      other.addSegment(buffer.subarray(shift, shift + segment.length))
      expect(other.search('東京 animals').map(({ id }) => id)).toEqual(['ä1'])
    }
  })

  it('refuse damage anywhere and a wrong analyzer', () => {
    for (let at = 0; at < segment.length; at += 3) {
      const damaged = segment.slice()
      damaged[at]! ^= 0x55
      expect(() => BM25Index.load(damaged)).toThrow(expect.objectContaining({ code: 'DATABASE_CORRUPT' }))
    }
    for (const cut of [0, 3, 40, segment.length - 4]) {
      expect(() => BM25Index.load(segment.slice(0, cut))).toThrow(expect.objectContaining({ code: 'DATABASE_CORRUPT' }))
    }
    const plain = createAnalyzer({ stemmer: false })
    expect(() => BM25Index.load(segment, { analyzer: plain })).toThrow(
      expect.objectContaining({ code: 'ANALYZER_MISMATCH' }),
    )
  })

  it('merge into one that equals adding them in turn', () => {
    const later = index.encodeSegment([{ id: 'b2', text: 'green dog', documentId: 'zoo' }])
    const inTurn = new BM25Index(QUALITY)
    inTurn.addSegment(segment)
    inTurn.addSegment(later)
    const merged = BM25Index.load(mergeSegments([segment, later]), QUALITY)
    expect(merged.search('green dog fox')).toEqual(inTurn.search('green dog fox'))
    expect(merged.stats()).toEqual(inTurn.stats())
    const kept = BM25Index.load(
      mergeSegments([segment, later], (id) => id !== 'ä1'),
      QUALITY,
    )
    expect(kept.size).toBe(1)
  })

  it('hold no records when they were made of none', () => {
    const empty = BM25Index.load(index.encodeSegment([]), QUALITY)
    expect(empty.size).toBe(0)
    expect(BM25Index.load(mergeSegments([]), QUALITY).size).toBe(0)
    expect(BM25Index.load(new BM25Index().save()).search('fox')).toEqual([])
  })
})
