import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Document, Embedder, StageEvent } from '../core/index.js'
import { MemoryStorage } from '../stores/index.js'
import { RAGPipeline } from './index.js'

let folder: string
let open: RAGPipeline[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-pipeline-'))
  open = []
  mkdirSync(join(folder, 'docs'))
  write(
    'docs/guide.md',
    '# Guide\n\n## Install\n\nRun the installer and wait.\n\n## Streaming\n\nSet `stream` to receive tokens one by one.\n',
  )
  write('docs/faq.md', '# FAQ\n\nThe price is eight francs a month.\n')
})

afterEach(async () => {
  for (const pipeline of open) await pipeline.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

function make(config: ConstructorParameters<typeof RAGPipeline>[0] = {}): RAGPipeline {
  const pipeline = new RAGPipeline(config)
  open.push(pipeline)
  return pipeline
}

/** Counts letters, and its calls. */
function countingEmbedder(id = 'letters'): Embedder & { inputs: string[] } {
  const inputs: string[] = []
  return {
    id,
    dimensions: 26,
    accepts: ['text'],
    output: 'dense',
    inputs,
    async embed(texts, { inputType }) {
      if (inputType === 'document') inputs.push(...(texts as string[]))
      return { vectors: (texts as string[]).map(letters), truncated: [] }
    },
  }
}

/** Somebody changed a text behind the back of the index. */
class TamperedStorage extends MemoryStorage {
  override async document(indexName: string, id: string): Promise<Document | undefined> {
    const document = await super.document(indexName, id)
    return document && { ...document, text: document.text.replace('eight', 'forty') }
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

const statuses = async (pipeline: RAGPipeline, ...args: Parameters<RAGPipeline['ingest']>) =>
  Object.fromEntries(
    (await pipeline.ingest(...args)).documents.map(({ uri, status }) => [uri?.split('/').at(-1) ?? '', status]),
  )

describe('ingest', () => {
  it('tells new, unchanged, changed and gone documents apart', async () => {
    const pipeline = make({ db: join(folder, 'x.db') })
    const docs = join(folder, 'docs')
    expect(await statuses(pipeline, docs)).toEqual({ 'faq.md': 'added', 'guide.md': 'added' })
    expect(await statuses(pipeline, docs)).toEqual({ 'faq.md': 'unchanged', 'guide.md': 'unchanged' })
    write('docs/faq.md', '# FAQ\n\nThe price is nine francs.\n')
    expect(await statuses(pipeline, docs)).toEqual({ 'faq.md': 'updated', 'guide.md': 'unchanged' })
    rmSync(join(docs, 'guide.md'))
    expect(await statuses(pipeline, docs)).toEqual({ 'faq.md': 'unchanged' })
    expect((await pipeline.getStats()).totalDocuments).toBe(2)
    expect(await statuses(pipeline, docs, { prune: true })).toEqual({ 'faq.md': 'unchanged', 'guide.md': 'removed' })
    expect((await pipeline.getStats()).totalDocuments).toBe(1)
    expect((await pipeline.query('price?')).answer).toContain('nine')
  })

  it('prunes only inside the folders and globs it was given', async () => {
    const pipeline = make()
    write('other.md', '# Other\n\nText.')
    await pipeline.ingest([join(folder, 'docs'), join(folder, 'other.md')])
    rmSync(join(folder, 'other.md'))
    rmSync(join(folder, 'docs', 'faq.md'))
    await pipeline.ingest(`${folder}/docs/*.md`, { prune: true })
    const left: string[] = []
    for await (const { uri } of pipeline.documents()) left.push(uri!.split('/').at(-1)!)
    expect(left).toEqual(['guide.md', 'other.md'])
  })

  it('makes documents again when they would be cut differently', async () => {
    const pipeline = make()
    const docs = join(folder, 'docs')
    await pipeline.ingest(docs)
    expect(await statuses(pipeline, docs, { chunkSize: 300 })).toEqual({ 'faq.md': 'updated', 'guide.md': 'updated' })
    expect(await statuses(pipeline, docs, { chunkSize: 300 })).toEqual({
      'faq.md': 'unchanged',
      'guide.md': 'unchanged',
    })
    expect(await statuses(pipeline, docs, { chunkSize: 300, metadata: { team: 'a' } })).toEqual({
      'faq.md': 'updated',
      'guide.md': 'updated',
    })
  })

  it('embeds one chunk when a paragraph is inserted at the top', async () => {
    const embeddingModel = countingEmbedder()
    for (const config of [{}, { db: join(folder, 'x.db') }]) {
      const pipeline = make({ embeddingModel, defaultChunkingStrategy: 'markdown', ...config })
      embeddingModel.inputs.length = 0
      const body = Array.from({ length: 9 }, (_, n) => `## Part ${n}\n\nThis is what part ${n} says.\n`).join('\n')
      await pipeline.ingest({ uri: 'https://example.com/a.md', text: `# T\n\n${body}`, mediaType: 'text/markdown' })
      expect(embeddingModel.inputs).toHaveLength(9)
      await pipeline.ingest({
        uri: 'https://example.com/a.md',
        text: `# T\n\n## New\n\nA new one.\n\n${body}`,
        mediaType: 'text/markdown',
      })
      // The empty title heading moves on to the new first part, so that the old first part is another text now.
      expect(embeddingModel.inputs.slice(9).every((input) => /New|Part 0/.test(input))).toBe(true)
      expect(embeddingModel.inputs.length).toBeLessThanOrEqual(11)
    }
  })

  it('rejects before any work when a named source is missing', async () => {
    const pipeline = make()
    await expect(pipeline.ingest([join(folder, 'docs'), join(folder, 'nope.md')])).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
    })
    expect((await pipeline.getStats()).totalDocuments).toBe(0)
  })

  it('reports a document that fails and stores the others', async () => {
    const pipeline = make()
    write('docs/picture.md', '\u0000\u0001\u0002\u0003\u0000\u0000\u0000')
    const { documents } = await pipeline.ingest([join(folder, 'docs', 'picture.md'), join(folder, 'docs', 'faq.md')])
    expect(documents.map(({ status }) => status)).toEqual(['failed', 'added'])
    expect(documents[0]!.error).toMatchObject({ code: 'BINARY_FILE' })
  })

  it('gives one file under two uris, and two equal paragraphs, different ids', async () => {
    const pipeline = make()
    const text = 'Same words here.\n\nSame words here.'
    await pipeline.ingest(
      [
        { uri: 'https://example.com/a', text },
        { uri: 'https://example.com/b', text },
      ],
      { chunkSize: 20, chunkOverlap: 0 },
    )
    const hits = await pipeline.search('same words', { topK: 10 })
    expect(new Set(hits.map(({ id }) => id)).size).toBe(4)
  })

  it('stops with ABORTED and keeps what was acknowledged', async () => {
    const pipeline = make()
    const abort = new AbortController()
    const ingest = pipeline.ingest(join(folder, 'docs'), { signal: abort.signal, onProgress: () => abort.abort() })
    await expect(ingest).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await pipeline.getStats()).totalDocuments).toBeGreaterThanOrEqual(1)
  })
})

describe('search', () => {
  it('filters on metadata of documents, given and own', async () => {
    const pipeline = make()
    await pipeline.ingest({ uri: 'a:1', text: 'Red apples.' }, { metadata: { tenant: 'one' } })
    await pipeline.ingest({ uri: 'a:2', text: 'Red apples.' }, { metadata: { tenant: 'two' } })
    const hits = await pipeline.search('apples', { filter: { tenant: 'two' } })
    expect(hits.map(({ uri }) => uri)).toEqual(['a:2'])
    await expect(pipeline.search('apples', { filter: { tenant: { $like: 'x' } } })).rejects.toMatchObject({
      code: 'INVALID_FILTER',
    })
  })

  it('finds by words, by meaning and by both, and says which', async () => {
    const pipeline = make({ embeddingModel: countingEmbedder(), enableHybridSearch: true })
    await pipeline.ingest(join(folder, 'docs'))
    const hybrid = await pipeline.query('stream tokens')
    expect(hybrid.metadata.retrievalMethod).toBe('hybrid')
    expect(hybrid.sources![0]!.ranks).toEqual({ text: 1, vector: expect.any(Number) })
    expect((await pipeline.query('stream tokens', { hybrid: false })).metadata.retrievalMethod).toBe('vector')
    expect((await make().query('anything')).metadata.retrievalMethod).toBe('text')
  })

  it('keeps tenants apart, statistics included', async () => {
    const pipeline = make()
    await pipeline.ingest({ uri: 'a:1', text: 'Red apples.' }, { indexName: 'one' })
    expect(await pipeline.search('apples', { indexName: 'two' })).toEqual([])
    expect(await pipeline.search('apples')).toEqual([])
    expect(await pipeline.search('apples', { indexName: 'one' })).toHaveLength(1)
  })

  it('explains scores on demand, honours minScore and topK, and finds nothing for nothing', async () => {
    const pipeline = make()
    await pipeline.ingest(join(folder, 'docs'))
    const [first] = await pipeline.search('streaming tokens', { explain: true })
    expect(first!.explanation).toMatchObject({ score: first!.score, text: { rank: 1 } })
    expect(await pipeline.search('streaming tokens', { minScore: first!.score + 1 })).toEqual([])
    expect(await pipeline.search('the', { topK: 1 })).toEqual([])
    expect(await pipeline.search('   ')).toEqual([])
  })
})

describe('query', () => {
  it('answers in the words of the documents, with citations that can be verified', async () => {
    const pipeline = make()
    await pipeline.ingest(join(folder, 'docs'))
    const { answer, citations, abstained, metadata } = await pipeline.query('What is the price a month?')
    expect(answer).toBe('The price is eight francs a month. [1]')
    expect(abstained).toBe(false)
    expect(metadata.generator).toBe('extractive')
    expect(citations).toEqual([
      {
        n: 1,
        uri: pathToFileURL(join(folder, 'docs', 'faq.md')).href,
        documentId: expect.stringMatching(/^[0-9a-f]{32}$/),
        place: { span: { start: 7, end: 41 }, lines: [3, 3], heading: ['FAQ'] },
        quote: 'The price is eight francs a month.',
        support: expect.any(Number),
      },
    ])
  })

  it('abstains when nothing relevant is stored', async () => {
    const pipeline = make()
    expect(await pipeline.query('Anything?')).toMatchObject({ abstained: true, citations: [] })
    await pipeline.ingest(join(folder, 'docs'))
    expect(await pipeline.query('Who painted the ceiling of the chapel?')).toMatchObject({
      abstained: true,
      citations: [],
    })
  })

  it('refuses to cite a stored document that was tampered with', async () => {
    const storage = new TamperedStorage()
    const pipeline = make({ storage })
    await pipeline.ingest(join(folder, 'docs'))
    const { abstained, citations, warnings, answer } = await pipeline.query('What is the price?')
    expect({ abstained, citations }).toEqual({ abstained: true, citations: [] })
    expect(answer).not.toContain('francs')
    expect(warnings[0]).toMatch(/faq\.md: the stored document/)
  })

  it('lets a language model write, from numbered sources, and cites what it names', async () => {
    const prompts: string[] = []
    const pipeline = make({
      generationModel: {
        id: 'test-model',
        async generate({ messages }) {
          prompts.push(messages[0]!.content)
          return {
            text: 'It costs eight francs [1].',
            finishReason: 'stop',
            usage: { inputTokens: 3, outputTokens: 4 },
          }
        },
        stream: () => {
          throw new Error('not asked for')
        },
      },
    })
    await pipeline.ingest(join(folder, 'docs'))
    const { answer, citations, metadata } = await pipeline.query('What is the price?')
    expect(prompts[0]).toContain('[1] ')
    expect(prompts[0]).toContain('Question: What is the price?')
    expect(answer).toBe('It costs eight francs [1].')
    expect(citations).toMatchObject([{ n: 1, quote: 'The price is eight francs a month.' }])
    expect(metadata).toMatchObject({ generator: 'test-model', usage: { inputTokens: 3, outputTokens: 4 } })
  })

  it('leaves the sources out where they are not wanted', async () => {
    const pipeline = make()
    await pipeline.ingest(join(folder, 'docs'))
    expect(await pipeline.query('price', { includeSources: false })).not.toHaveProperty('sources')
    expect((await pipeline.query('price')).sources).toHaveLength(1)
  })
})

describe('the pipeline', () => {
  it('removes by path and by uri', async () => {
    const pipeline = make()
    await pipeline.ingest(join(folder, 'docs'))
    expect(await pipeline.remove(join(folder, 'docs', 'faq.md'))).toBe(true)
    expect(await pipeline.remove(pathToFileURL(join(folder, 'docs', 'guide.md')).href)).toBe(true)
    expect(await pipeline.remove('nothing')).toBe(false)
    expect((await pipeline.getStats()).totalChunks).toBe(0)
  })

  it('reports each stage with a start and an end', async () => {
    const pipeline = make({ embeddingModel: countingEmbedder(), enableHybridSearch: true })
    const events: StageEvent[] = []
    const stop = pipeline.on('*', (event) => events.push(event))
    await pipeline.ingest(join(folder, 'docs'))
    await pipeline.query('price')
    const ended = new Set(events.filter(({ name }) => name.endsWith(':end')).map(({ name }) => name.split(':')[0]))
    expect(ended).toEqual(new Set(['load', 'chunk', 'embed', 'store', 'retrieve', 'fuse', 'generate']))
    for (const end of events.filter(({ name }) => name.endsWith(':end'))) {
      expect(end.durationMs).toBeGreaterThanOrEqual(0)
      expect(
        events.some(({ name, callId }) => name === end.name.replace(':end', ':start') && callId === end.callId),
      ).toBe(true)
    }
    stop()
    const heard = events.length
    await pipeline.search('price')
    expect(events).toHaveLength(heard)
  })

  it('refuses what it does not know or does not have yet, by typed errors', async () => {
    const wrong: [() => unknown, string][] = [
      [() => new RAGPipeline({ colour: 'blue' } as never), 'UNKNOWN_OPTION'],
      [() => new RAGPipeline({ defaultTopK: 0 }), 'INVALID_OPTION'],
      [() => new RAGPipeline({ enableHybridSearch: true }), 'INVALID_OPTION'],
      [() => new RAGPipeline({ enableReranking: true }), 'INVALID_OPTION'],
      [() => new RAGPipeline({ enableGraphRAG: true }), 'FEATURE_NOT_AVAILABLE'],
      [() => new RAGPipeline({ db: 'x.db', storage: new MemoryStorage() }), 'INVALID_OPTION'],
    ]
    for (const [work, code] of wrong) expect(work).toThrow(expect.objectContaining({ code }))
    const pipeline = make()
    const rejected: [Promise<unknown>, string][] = [
      [pipeline.ingest('x', { chunkSiz: 3 } as never), 'UNKNOWN_OPTION'],
      [pipeline.ingest('x', { extractMetadata: true }), 'FEATURE_NOT_AVAILABLE'],
      [pipeline.ingest({ text: 'x' }, { strategy: 'nope' }), 'UNKNOWN_STRATEGY'],
      [pipeline.ingest({ text: 'x' }, { chunkSize: 10, chunkOverlap: 10 }), 'INVALID_OPTION'],
      [pipeline.search('x', { topK: 0 }), 'INVALID_OPTION'],
      [pipeline.search('x', { graph: true }), 'FEATURE_NOT_AVAILABLE'],
      [pipeline.search('x', { rerank: true }), 'INVALID_OPTION'],
      [pipeline.search('x', { hybrid: true }), 'INVALID_OPTION'],
      [pipeline.search(7 as never), 'INVALID_OPTION'],
      [pipeline.query('x', { includeSource: true } as never), 'UNKNOWN_OPTION'],
    ]
    for (const [work, code] of rejected) await expect(work).rejects.toMatchObject({ code })
    await pipeline.close()
    await expect(pipeline.search('x')).rejects.toMatchObject({ code: 'STORE_CLOSED' })
  })

  it('refuses an index that another model built, and says what to do', async () => {
    const db = join(folder, 'x.db')
    await make({ db, embeddingModel: countingEmbedder('one') }).ingest(join(folder, 'docs'))
    const other = make({ db, embeddingModel: countingEmbedder('two') })
    write('docs/new.md', 'Something new.')
    await expect(other.ingest(join(folder, 'docs', 'new.md'))).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' })
  })
})
