import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Embedder, type LanguageModel, TesseraError } from '../../src/core/index.js'
import { RAGPipeline, type RAGPipelineConfig } from '../../src/pipeline/index.js'

/** Faults that engines are known for when documents change, fail, come in bulk or are cited; one group a kind of fault. */
let folder: string
let open: RAGPipeline[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-cases-'))
  open = []
})

afterEach(async () => {
  for (const pipeline of open) await pipeline.close()
  rmSync(folder, { recursive: true, force: true })
})

function make(config: RAGPipelineConfig = {}): RAGPipeline {
  const pipeline = new RAGPipeline(config)
  open.push(pipeline)
  return pipeline
}

/** Counts letters, and refuses what holds the word `poison` until it is healthy. */
class LetterEmbedder implements Embedder {
  readonly id = 'letters'
  readonly dimensions = 26
  readonly accepts = ['text'] as const
  readonly output = 'dense'
  readonly inputs: string[] = []
  healthy = false
  /** Inputs of the largest request. */
  most = 0

  async embed(inputs: readonly unknown[], { inputType }: { inputType: 'query' | 'document' }) {
    const texts = inputs as readonly string[]
    this.most = Math.max(this.most, texts.length)
    if (!this.healthy && texts.some((text) => text.includes('poison'))) {
      throw new TesseraError('PROVIDER_ERROR', 'This input is refused.', {})
    }
    if (inputType === 'document') this.inputs.push(...texts)
    return { vectors: texts.map(letters), truncated: [] }
  }
}

function letters(text: string): Float32Array {
  const vector = new Float32Array(26).fill(0.01)
  for (const letter of text.toLowerCase()) {
    const index = letter.charCodeAt(0) - 97
    if (index >= 0 && index < 26) vector[index]! += 1
  }
  return vector
}

/** Says what it was told to say. */
function speaker(text: string): LanguageModel {
  return {
    id: 'speaker',
    generate: async () => ({ text, finishReason: 'stop' }),
    async *stream() {
      yield { type: 'text-delta', text }
      yield { type: 'finish', finishReason: 'stop' }
    },
  }
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `Line ${from + i} tells of item${from + i}.`).join('\n')

/** Where a pipeline may keep things. */
const PLACES: [string, () => RAGPipelineConfig][] = [
  ['in memory', () => ({})],
  ['in a file', () => ({ db: join(folder, 'x.db') })],
]

describe.each(PLACES)('documents that come again, %s', (_, place) => {
  it('unchanged are neither embedded nor replaced, however many chunks and requests they take', async () => {
    const embeddingModel = new LetterEmbedder()
    const pipeline = make({ ...place(), embeddingModel, defaultChunkSize: 40, defaultChunkOverlap: 0 })
    const source = { uri: 'book', text: lines(0, 450) }
    const first = await pipeline.ingest(source)
    expect(first.chunksCreated).toBeGreaterThan(400)
    expect(embeddingModel.most).toBeLessThan(first.chunksCreated)
    const asked = embeddingModel.inputs.length
    const before = await pipeline.getStats()
    const second = await pipeline.ingest(source)
    expect(second).toMatchObject({ chunksCreated: 0, documents: [{ status: 'unchanged' }] })
    expect(embeddingModel.inputs).toHaveLength(asked)
    expect(await pipeline.getStats()).toEqual(before)
  })

  it('shorter leave nothing of their end behind, in no leg', async () => {
    const pipeline = make({
      ...place(),
      embeddingModel: new LetterEmbedder(),
      enableHybridSearch: true,
      defaultChunkSize: 40,
      defaultChunkOverlap: 0,
    })
    await pipeline.ingest({ uri: 'book', text: 'Alpha alone.\n\nBeta alone.\n\nZzzz zzzz zzzz zzzz zzzz zzzz.' })
    expect((await pipeline.search('zzzz'))[0]!.text).toMatch(/Zzzz/)
    const result = await pipeline.ingest({ uri: 'book', text: 'Alpha alone.\n\nBeta alone.' })
    expect(result.documents).toMatchObject([{ status: 'updated' }])
    for (const hybrid of [true, false]) {
      for (const { text } of await pipeline.search('zzzz', { hybrid })) expect(text).not.toMatch(/Zzzz/)
    }
    const { totalChunks, totalVectors } = await pipeline.getStats()
    expect(totalVectors).toBe(totalChunks)
  })

  it('after a failure are tried again, and only those that failed', async () => {
    const embeddingModel = new LetterEmbedder()
    const pipeline = make({ ...place(), embeddingModel })
    const sources = [
      { uri: 'a', text: 'An apple.' },
      { uri: 'b', text: 'A poison pear.' },
      { uri: 'c', text: 'A cherry.' },
    ]
    const statuses = async () => (await pipeline.ingest(sources)).documents.map(({ uri, status }) => `${uri} ${status}`)
    expect((await statuses()).toSorted()).toEqual(['a added', 'b failed', 'c added'])
    expect(await pipeline.getStats()).toMatchObject({ totalDocuments: 2, totalChunks: 2, totalVectors: 2 })
    embeddingModel.healthy = true
    embeddingModel.inputs.length = 0
    expect((await statuses()).toSorted()).toEqual(['a unchanged', 'b added', 'c unchanged'])
    expect(embeddingModel.inputs).toEqual([expect.stringContaining('poison')])
  })

  it('after they were removed are new: nothing of the first time is left', async () => {
    const pipeline = make({ ...place(), embeddingModel: new LetterEmbedder(), enableHybridSearch: true })
    for (const text of ['The first edition says heron.', 'The second edition says osprey.']) {
      expect((await pipeline.ingest({ uri: 'book', text })).documents).toMatchObject([{ status: 'added' }])
      const hits = await pipeline.search('heron osprey edition')
      expect(hits.map((hit) => hit.text)).toEqual([text])
      expect(await pipeline.remove('book')).toBe(true)
      expect(await pipeline.search('heron osprey edition')).toEqual([])
      expect(await pipeline.getStats()).toMatchObject({ totalDocuments: 0, totalChunks: 0, totalVectors: 0 })
    }
  })
})

describe('an embedder that gives another number of vectors than it was asked for', () => {
  it.each([-1, 1])('%i: the document fails with both numbers, and nothing of it is stored', async (more) => {
    const pipeline = make({
      embeddingModel: {
        id: 'miscounting',
        accepts: ['text'],
        output: 'dense',
        embed: async (inputs) => ({
          vectors: Array.from({ length: inputs.length + more }, () => Float32Array.of(1, 0)),
          truncated: [],
        }),
      },
      defaultChunkSize: 20,
      defaultChunkOverlap: 0,
    })
    const { documents } = await pipeline.ingest({ uri: 'a', text: 'One two three. Four five six. Seven.' })
    const { status, error } = documents[0]!
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'PROVIDER_RESPONSE' })
    expect(error!.message).toContain(`${3 + more} vectors for 3`)
    expect(await pipeline.getStats()).toMatchObject({ totalDocuments: 0, totalChunks: 0, totalVectors: 0 })
  })
})

describe('a search', () => {
  it('gives all that pass a filter, however few they are among many better ones', async () => {
    const pipeline = make({ embeddingModel: new LetterEmbedder(), enableHybridSearch: true })
    await pipeline.ingest(
      Array.from({ length: 600 }, (_, i) => ({
        uri: `${i}`,
        text: i % 120 === 7 ? `A long remark in which a tile is mentioned once, number ${i}.` : `tile tile ${i}`,
        metadata: { kind: i % 120 === 7 ? 'rare' : 'common' },
      })),
    )
    for (const hybrid of [true, false]) {
      const hits = await pipeline.search('tile', { topK: 5, filter: { kind: 'rare' }, hybrid })
      expect(hits).toHaveLength(5)
      for (const { metadata } of hits) expect(metadata['kind']).toBe('rare')
    }
    const words = make()
    await words.ingest([{ uri: 'x', text: 'tile', metadata: { kind: 'rare' } }])
    expect(await words.search('tile', { filter: { kind: { $in: ['rare', 'common'] } } })).toHaveLength(1)
  })

  it('knows a chunk that both legs found for the same one, and two chunks of the same words for two', async () => {
    const pipeline = make({ embeddingModel: new LetterEmbedder(), enableHybridSearch: true })
    await pipeline.ingest([
      { uri: 'a', text: 'Quartz.', metadata: { shelf: 1 } },
      { uri: 'b', text: 'Quartz.', metadata: { shelf: 2 } },
    ])
    const hits = await pipeline.search('quartz')
    expect(hits.map(({ metadata }) => metadata['shelf']).toSorted()).toEqual([1, 2])
    for (const { ranks } of hits) expect(ranks).toEqual({ text: expect.any(Number), vector: expect.any(Number) })
  })
})

describe('citations', () => {
  const FACTS = ['The kiln is red.', 'The kiln is hot.', 'The kiln is old.', 'The kiln is tall.', 'The kiln is loud.']

  it('lead each to its own source, in whatever order and number an answer names them', async () => {
    const pipeline = make({ generationModel: speaker('First [4]. Second [1]. Third [5].') })
    await pipeline.ingest(FACTS.map((text, i) => ({ uri: `f${i}`, text })))
    const { citations, sources } = await pipeline.query('kiln', { topK: 5 })
    expect(citations.map(({ uri }) => uri).toSorted()).toEqual([3, 0, 4].map((i) => sources![i]!.uri).toSorted())
    for (const { quote, place, uri } of citations) {
      const text = FACTS[Number(uri!.slice(1))]!
      expect(text.slice(place.span.start, place.span.end)).toBe(quote)
    }
  })

  it('are none for a number that stands for no source', async () => {
    const pipeline = make({ generationModel: speaker('Nothing [0], nothing [-2], nothing [9], one [2].') })
    await pipeline.ingest(FACTS.slice(0, 3).map((text, i) => ({ uri: `f${i}`, text })))
    const { citations, sources } = await pipeline.query('kiln')
    expect(new Set(citations.map(({ uri }) => uri))).toEqual(new Set([sources![1]!.uri]))
  })
})

describe('files in another encoding', () => {
  it.each([
    ['Windows-1252', [0x41, 0x20, 0xa9, 0x20, 0xae, 0x20, 0x99, 0x20, 0xe9, 0x74, 0xe9], 'A © ® ™ été', 'été', 1],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xe6, 0xa0, 0x87, 0xe9, 0xa2, 0x98], '标题', '标题', 0],
    ['UTF-16', [0xff, 0xfe, 0x74, 0x00, 0xe9, 0x00, 0x78, 0x00], 'téx', 'téx', 0],
  ])('%s lose no sign, can be found, and say what was guessed', async (_, bytes, text, query, warnings) => {
    writeFileSync(join(folder, 'mail.txt'), Uint8Array.from(bytes))
    const pipeline = make()
    const { documents } = await pipeline.ingest(join(folder, 'mail.txt'))
    expect(documents).toMatchObject([{ status: 'added' }])
    expect(documents[0]!.warnings).toHaveLength(warnings)
    expect((await pipeline.search(query)).map((hit) => hit.text)).toEqual([text])
  })
})
