import { describe, expect, it } from 'vitest'
import { failure } from '../../test/support/failure.js'
import type { Embedder, LanguageModel, Reranker, RerankRequest, StageEvent } from '../core/index.js'
import { RAGPipeline, type RAGPipelineConfig } from './index.js'

const DOCUMENTS = Array.from({ length: 40 }, (_, n) => ({
  uri: `x:${n}`,
  text: `A blue tile${' blue'.repeat(n % 7)}, number ${n}.`,
  metadata: { even: n % 2 === 0 },
}))

const numberOf = (text: string) => Number(/number (\d+)/.exec(text)![1])

/** Likes documents with a high number. */
function byNumber(asked: RerankRequest[] = []): Reranker {
  return {
    id: 'by-number',
    async rerank(request) {
      asked.push(request)
      return request.documents.map(({ text }, index) => ({ index, score: numberOf(text) }))
    },
  }
}

const failing: Reranker = { id: 'failing', rerank: () => Promise.reject(new Error('the reranker is down')) }

const embedder: Embedder = {
  id: 'letters',
  accepts: ['text'],
  output: 'dense',
  embed: async (inputs) => ({
    vectors: (inputs as string[]).map((text) => Float32Array.of(text.length, text.split('b').length, 1)),
    truncated: [],
  }),
}

/** Judges as {@link byNumber} does, by the prompt it is given, and answers with its first source. */
const judge: LanguageModel = {
  id: 'judge',
  async generate({ json, messages }) {
    if (!json) return { text: 'Blue. [1]', finishReason: 'stop' }
    const documents = messages[0]!.content.split(/\[\d+\]\n<document>/).slice(1)
    const scores = documents.map((text, index) => [index + 1, numberOf(text) / 4])
    return { text: JSON.stringify(Object.fromEntries(scores)), finishReason: 'stop' }
  },
  stream: async function* () {},
}

async function make(config: RAGPipelineConfig) {
  const pipeline = new RAGPipeline(config)
  await pipeline.ingest(DOCUMENTS)
  return pipeline
}

const METHODS: Record<string, RAGPipelineConfig> = {
  text: {},
  vector: { embeddingModel: embedder },
  hybrid: { embeddingModel: embedder, enableHybridSearch: true },
}

describe.each(Object.entries(METHODS))('reranking a search by %s', (method, config) => {
  it('lets the reranker choose from the best 20, and keeps the scores before', async () => {
    const asked: RerankRequest[] = []
    const pipeline = await make({ ...config, enableReranking: true, rerankingModel: byNumber(asked) })
    const response = await pipeline.query('blue tile', { topK: 3, explain: true })
    expect(response.metadata).toMatchObject({ retrievalMethod: method, reranked: true, chunksRetrieved: 3 })
    expect(response.warnings).toEqual([])
    const plain = await pipeline.search('blue tile', { topK: 20, rerank: false })
    expect(asked).toHaveLength(1)
    expect(asked[0]!.documents.map(({ id }) => id)).toEqual(plain.map(({ id }) => id))
    const best = plain.toSorted((a, b) => numberOf(b.text) - numberOf(a.text)).slice(0, 3)
    expect(response.sources!.map(({ id }) => id)).toEqual(best.map(({ id }) => id))
    for (const [index, hit] of response.sources!.entries()) {
      const before = best[index]!
      expect(hit.score).toBe(numberOf(hit.text))
      expect(hit.scores).toEqual({ ...before.scores, rerank: hit.score })
      expect(hit.ranks).toEqual({ ...before.ranks, rerank: index + 1 })
      expect(hit.explanation).toMatchObject({ rerank: { before: { score: before.score } } })
    }
  })

  it('takes at least 4 times topK, and only what the filter lets through', async () => {
    const asked: RerankRequest[] = []
    const pipeline = await make({ ...config, rerankingModel: byNumber(asked) })
    await pipeline.search('blue tile', { topK: 7, rerank: true })
    expect(asked[0]!.documents).toHaveLength(28)
    const hits = await pipeline.search('blue tile', { topK: 7, rerank: true, filter: { even: true } })
    expect(asked[1]!.documents.map(({ text }) => numberOf(text) % 2)).toEqual(Array(20).fill(0))
    expect(hits.map(({ text }) => numberOf(text))).toEqual([38, 36, 34, 32, 30, 28, 26])
  })
})

describe('reranking', () => {
  it('happens when the pipeline or the call says so, the call before the pipeline', async () => {
    const rerankingModel = byNumber()
    const reranked = async (enableReranking?: boolean, rerank?: boolean) => {
      const pipeline = await make({ rerankingModel, ...(enableReranking !== undefined && { enableReranking }) })
      return (await pipeline.query('blue tile', { ...(rerank !== undefined && { rerank }) })).metadata.reranked
    }
    expect([await reranked(), await reranked(true), await reranked(false)]).toEqual([false, true, false])
    expect([await reranked(false, true), await reranked(true, false)]).toEqual([true, false])
  })

  it('is done by the generation model where no other is named', async () => {
    const pipeline = await make({ generationModel: judge, enableReranking: true })
    const { sources, metadata, answer } = await pipeline.query('blue tile', { topK: 2 })
    const numbers = sources!.map(({ text }) => numberOf(text))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    expect(sources![0]!.scores.rerank).toBe(numbers[0]! / 4)
    expect([metadata.reranked, metadata.generator, answer]).toEqual([true, 'judge', 'Blue. [1]'])
  })

  it('reports its start and end, with what went in', async () => {
    const pipeline = await make({ rerankingModel: byNumber() })
    const events: StageEvent[] = []
    pipeline.on('*', (event) => events.push(event))
    await pipeline.search('blue tile', { rerank: true })
    expect(events.map(({ name }) => name)).toEqual(['retrieve:start', 'retrieve:end', 'rerank:start', 'rerank:end'])
    expect(events.at(-1)).toMatchObject({ reranker: 'by-number', candidates: 20, scored: 20 })
    expect(JSON.stringify(events)).not.toContain('tile')
  })

  it('applies minScore to the score of the reranker', async () => {
    const pipeline = await make({ rerankingModel: byNumber() })
    const hits = await pipeline.search('blue tile', { rerank: true, topK: 20, minScore: 35 })
    expect(hits.map(({ score }) => score)).toEqual([39, 38, 37, 36, 35])
    expect(await pipeline.search('blue tile', { rerank: true, minScore: 40 })).toEqual([])
  })

  it('that has nothing to judge asks nobody and is not reported as done', async () => {
    const asked: RerankRequest[] = []
    const pipeline = await make({ rerankingModel: byNumber(asked) })
    for (const question of ['zebra', ' ']) {
      expect(await pipeline.query(question, { rerank: true })).toMatchObject({
        abstained: true,
        warnings: [],
        metadata: { reranked: false },
      })
    }
    expect(asked).toEqual([])
  })
})

describe('a reranker that fails', () => {
  it('leaves an answer from the hits as they were found, with a warning and an event', async () => {
    const pipeline = await make({ rerankingModel: failing })
    const events: StageEvent[] = []
    pipeline.on('rerank:end', (event) => events.push(event))
    const question = 'Which blue tile has number 7?'
    const { metadata, warnings, ...response } = await pipeline.query(question, { rerank: true })
    const { metadata: plainMetadata, warnings: none, ...plain } = await pipeline.query(question)
    expect(response).toEqual(plain)
    expect(metadata.reranked).toBe(false)
    expect(warnings).toEqual([expect.stringMatching(/Reranking failed.*order of the search.*the reranker is down/)])
    expect([none, plainMetadata.reranked, events.length]).toEqual([[], false, 1])
    expect(events[0]).toMatchObject({ failed: 'the reranker is down' })
  })

  it('does not lend minScore to scores it was not meant for, and says so', async () => {
    const pipeline = await make({ rerankingModel: failing })
    const { sources, warnings } = await pipeline.query('blue tile', { rerank: true, minScore: 1000 })
    expect(sources).toHaveLength(5)
    expect(warnings[0]).toMatch(/minScore was not applied/)
  })

  it('fails a search, which has no place for a warning', async () => {
    const pipeline = await make({ rerankingModel: failing })
    await expect(pipeline.search('blue tile', { rerank: true })).rejects.toThrow('the reranker is down')
  })

  it('is no failure when it was aborted', async () => {
    const controller = new AbortController()
    const aborting: Reranker = {
      id: 'aborting',
      rerank: async () => {
        controller.abort()
        throw new Error('stopped')
      },
    }
    const pipeline = await make({ rerankingModel: aborting })
    const asked = pipeline.search('blue tile', { rerank: true, signal: controller.signal })
    expect((await failure(asked)).code).toBe('ABORTED')
  })

  it('for want of a key fails the call: that is a matter of configuration', async () => {
    const key = process.env['OPENAI_API_KEY']
    delete process.env['OPENAI_API_KEY']
    try {
      const pipeline = await make({ rerankingModel: { provider: 'openai', modelName: 'gpt-4o-mini' } })
      const asked = pipeline.query('blue tile', { rerank: true })
      expect((await failure(asked)).code).toBe('MISSING_API_KEY')
    } finally {
      if (key !== undefined) process.env['OPENAI_API_KEY'] = key
    }
  })
})

describe('a configuration', () => {
  it('without anything that reranks is refused where reranking is asked for, with what to give', async () => {
    const missing = { code: 'INVALID_OPTION', message: expect.stringMatching(/rerankingModel or a generationModel/) }
    expect(() => new RAGPipeline({ enableReranking: true })).toThrow(expect.objectContaining(missing))
    expect(await failure(new RAGPipeline().search('x', { rerank: true }))).toMatchObject(missing)
    expect(() => new RAGPipeline({ enableReranking: 'yes' as never })).toThrow(/true or false/)
  })

  it.each([
    { provider: 'openai', modelName: 'text-embedding-3-small' },
    { provider: 'cohere', modelName: 'rerank-v3.5' },
    { provider: 'hash' },
  ])('that names %j as rerankingModel is told at once that it must be generative', (rerankingModel) => {
    const refused = { code: 'MODEL_NOT_GENERATIVE', message: expect.stringContaining('must be generative') }
    expect(() => new RAGPipeline({ rerankingModel })).toThrow(expect.objectContaining(refused))
  })

  it('that names for a generationModel what does not write is told so at once', () => {
    const refused = expect.objectContaining({ code: 'MODEL_NOT_GENERATIVE' })
    expect(() => new RAGPipeline({ generationModel: { provider: 'hash' }, enableReranking: true })).toThrow(refused)
  })
})
