import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure } from '../../test/support/failure.js'
import type { Chunk, Hit, Reranker, RerankRequest } from '../core/index.js'
import { StageEvents } from '../core/index.js'
import { rerankHits } from './rerank.js'

function hit(id: string, score: number, heading?: string): Hit {
  const chunk = { id, text: `text of ${id}`, context: heading ? [{ kind: 'heading', text: heading }] : [] }
  const place = { span: { start: 0, end: 1 }, lines: [1, 1] as [number, number] }
  const base = { chunk: chunk as unknown as Chunk, id, text: chunk.text, place, metadata: {} }
  return { ...base, score, scores: { fused: score, text: score * 2 }, ranks: { text: 1 } }
}

const HITS = ['a', 'b', 'c', 'd'].map((id, index) => hit(id, 0.9 - index / 10))

function by(ranking: unknown, asked: RerankRequest[] = []): Reranker {
  const rerank = async (request: RerankRequest) => {
    asked.push(request)
    return ranking as never
  }
  return { id: 'test', rerank }
}

const rerank = (reranker: Reranker, hits: Hit[] = HITS, more: object = {}) =>
  rerankHits({ query: 'q', reranker, events: new StageEvents(), ...more }, hits)

describe('candidates of a search', () => {
  it('are ordered by the scores of the reranker, in whatever order those come', async () => {
    const hits = await rerank(
      by([
        { index: 0, score: 1 },
        { index: 3, score: 0 },
        { index: 2, score: 9 },
        { index: 1, score: 4 },
      ]),
    )
    expect(hits.map(({ id, score }) => [id, score])).toEqual([
      ['c', 9],
      ['b', 4],
      ['a', 1],
      ['d', 0],
    ])
    expect(hits[0]).toMatchObject({ scores: { fused: 0.7, text: 1.4, rerank: 9 }, ranks: { text: 1, rerank: 1 } })
    expect(HITS[2]!.scores).not.toHaveProperty('rerank')
  })

  it('keep their order where scores are equal', async () => {
    const hits = await rerank(by([3, 1, 0, 2].map((index) => ({ index, score: 0.5 }))))
    expect(hits.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('without a score stand behind the others, in their order', async () => {
    const hits = await rerank(by([{ index: 2, score: 0 }]))
    expect(hits.map(({ id, score, scores }) => [id, score, scores.rerank])).toEqual([
      ['c', 0, 0],
      ['a', 0, undefined],
      ['b', 0, undefined],
      ['d', 0, undefined],
    ])
    expect(hits[1]!.ranks).toEqual({ text: 1 })
    const logits = await rerank(
      by([
        { index: 3, score: -1 },
        { index: 1, score: -7 },
      ]),
    )
    expect(logits.map(({ id, score }) => [id, score])).toEqual([
      ['d', -1],
      ['b', -7],
      ['a', -7],
      ['c', -7],
    ])
  })

  it('are read with their context, all of them', async () => {
    const asked: RerankRequest[] = []
    await rerank(by([{ index: 0, score: 1 }], asked), [hit('a', 1, 'Guide'), hit('b', 1)])
    expect(asked).toEqual([
      {
        query: 'q',
        documents: [
          { id: 'a', text: 'Guide\ntext of a' },
          { id: 'b', text: 'text of b' },
        ],
      },
    ])
  })

  it('say on demand where they stood before', async () => {
    const explained = HITS.map((one) => ({ ...one, explanation: { score: one.score, text: { rank: 1 } } }))
    const [first, second] = await rerank(by([{ index: 1, score: 5 }]), explained, { explain: true })
    expect(first!.explanation).toEqual({
      score: 5,
      text: { rank: 1 },
      rerank: { rank: 1, score: 5, before: { rank: 2, score: 0.8 } },
    })
    expect(second!.explanation).toMatchObject({ score: 0, rerank: { rank: null, before: { rank: 1 } } })
  })

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['a position outside', [{ index: 4, score: 1 }]],
    ['a position below', [{ index: -1, score: 1 }]],
    ['half a position', [{ index: 0.5, score: 1 }]],
    ['no position', [null]],
    ['NaN', [{ index: 0, score: Number.NaN }]],
    ['text', [{ index: 0, score: '1' }]],
    ['a position twice', [0, 0].map((index) => ({ index, score: 1 }))],
  ])('are given back as an error where the ranking is %s', async (_, ranking) => {
    const events = new StageEvents()
    const seen: unknown[] = []
    events.on('rerank:end', (event) => seen.push(event))
    expect((await failure(rerank(by(ranking), HITS, { events }))).code).toBe('PROVIDER_RESPONSE')
    expect(seen).toMatchObject([{ reranker: 'test', candidates: 4, failed: expect.stringContaining('"test"') }])
  })

  it('are all there again, best first, whatever the scores', async () => {
    const score = fc.double({ noNaN: true, noDefaultInfinity: true })
    const scores = fc.array(fc.option(score, { nil: undefined }), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(scores, async (given) => {
        const ranking = given.flatMap((one, index) => (one === undefined ? [] : [{ index, score: one }]))
        fc.pre(ranking.length > 0)
        const before = given.map((_, index) => hit(String(index), 1 / (index + 1)))
        const after = await rerank(by(ranking.reverse()), before)
        expect(after.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(given.map((_, index) => index))
        for (const [index, { score: own }] of after.entries()) {
          if (index > 0) expect(own).toBeLessThanOrEqual(after[index - 1]!.score)
        }
        const scored = after.findIndex(({ scores }) => scores.rerank === undefined)
        expect(scored === -1 ? after.length : scored).toBe(ranking.length)
      }),
    )
  })
})
