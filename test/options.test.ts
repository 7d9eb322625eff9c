import { describe, expect, it } from 'vitest'
import { createChunker, getAvailableStrategies, getChunkerMetadata } from '../src/chunking/index.js'
import type { Embedder, LanguageModel, Reranker } from '../src/core/index.js'
import { InMemoryBM25Index } from '../src/indexes/index.js'
import { RAGPipeline, type RAGPipelineConfig } from '../src/pipeline/index.js'
import { InMemoryVectorStore, MemoryStorage } from '../src/stores/index.js'
import { pairTokenizer, wordTokenizer } from './laws/tokenizers.js'

/** Options that are read by every strategy: what to set beside a variant, and the variant. */
const COMMON: Record<string, { base?: object; changed: object }> = {
  maxSize: { changed: { maxSize: 90 } },
  overlap: { changed: { overlap: 60 } },
  minSize: { base: { maxSize: 400 }, changed: { minSize: 300 } },
  unit: { changed: { unit: 'tokens', tokenizer: wordTokenizer } },
  tokenizer: { base: { maxSize: 40, unit: 'tokens', tokenizer: wordTokenizer }, changed: { tokenizer: pairTokenizer } },
  metadata: { changed: { metadata: { a: 1 } } },
}

/** A document in which each option of a strategy makes a difference, and what to set for it. */
const STRATEGIES: Record<
  string,
  { text: string; own: Record<string, { base?: object; changed: object }>; not?: Record<string, string> }
> = {
  character: {
    text: 'One, two.\n\nThree, four; five, six.\nSeven eight nine ten eleven twelve. '.repeat(8),
    own: {
      separator: { changed: { separator: ';' } },
      isSeparatorRegex: { base: { separator: '[;.]' }, changed: { isSeparatorRegex: true } },
      keepSeparator: { base: { separator: ';' }, changed: { keepSeparator: 'start' } },
    },
    not: { minSize: 'pieces of a fixed size are full: there is no small neighbour to merge' },
  },
  recursive: {
    text: 'One, two.\ndef one():\n  pass\nThree, four; five, six.\nSeven eight nine ten eleven twelve. '.repeat(8),
    own: {
      separators: { changed: { separators: [';', ''] } },
      isSeparatorRegex: { base: { separators: ['[;,]', ''] }, changed: { isSeparatorRegex: true } },
      keepSeparator: { base: { separators: [';', ''] }, changed: { keepSeparator: 'start' } },
      language: { changed: { language: 'python' } },
    },
    not: { minSize: 'a piece ends only when the next would not fit: there is no small neighbour to merge' },
  },
  markdown: {
    text: `# A\n\n${'Some words of a paragraph. '.repeat(6)}\n\n## B\n\nShort.\n\n### C\n\nAlso short.\n\n\`\`\`js\n${'line()\n'.repeat(40)}\`\`\`\n\n${'More words of another. '.repeat(12)}\n`,
    own: {
      headerLevels: { changed: { headerLevels: [1] } },
      splitCodeBlocks: { changed: { splitCodeBlocks: false } },
      includeHeading: { changed: { includeHeading: false } },
    },
  },
  html: {
    text: `<html><body><header>Top of the page</header><main><h1>A</h1><p>${'Some words of a paragraph. '.repeat(12)}</p><h2>B</h2><p>Short.</p><h3>C</h3><p>Also short.</p><aside>Beside it.</aside><p>${'More words. '.repeat(20)}</p></main></body></html>`,
    own: {
      stripTags: { changed: { stripTags: false } },
      removeTags: { changed: { removeTags: ['aside'] } },
      mainContent: { changed: { mainContent: true } },
    },
  },
  latex: {
    text: `\\documentclass{article}\n\\usepackage{x}\n\\begin{document}\n\\section{A}\n${'Some words of a paragraph. '.repeat(10)}\n\n\\subsection{B}\nShort.\n\n\\subsection{C}\nAlso short.\n\n\\begin{odd}\n${'a line of it\n\\section{not one}\n'.repeat(20)}\\end{odd}\n\\end{document}\n`,
    own: {
      environments: { changed: { environments: ['odd'] } },
      includePreamble: { changed: { includePreamble: false } },
    },
  },
}

describe.each(getAvailableStrategies())('every option of %s', (strategy) => {
  const { text, own, not = {} } = STRATEGIES[strategy]!
  const all = { ...COMMON, ...own }

  it('is known to this test', () => {
    const supported = getChunkerMetadata(strategy).supportedOptions
    expect(Object.keys(all).sort()).toEqual([...new Set([...supported, ...Object.keys(COMMON)])].sort())
  })

  it.each(Object.keys(all).filter((option) => !(option in not)))('%s changes the output', async (option) => {
    const { base = {}, changed } = all[option]!
    const before = await output(strategy, text, { maxSize: 200, ...base })
    expect(await output(strategy, text, { maxSize: 200, ...base, ...changed })).not.toEqual(before)
  })

  it.each(Object.entries(not))('%s changes nothing: %s', async (option) => {
    const { base = {}, changed } = all[option]!
    const before = await output(strategy, text, { maxSize: 200, overlap: 0, ...base })
    const after = await output(strategy, text, { maxSize: 200, overlap: 0, ...base, ...changed })
    expect(after.chunks.slice(0, -1)).toEqual(before.chunks.slice(0, after.chunks.length - 1))
  })
})

async function output(strategy: string, text: string, options: object) {
  return (await createChunker(strategy, { ...options })).chunkWithReport(text)
}

const DOCUMENTS = [
  {
    uri: 'x:tiles',
    text: `# Tiles\n\nA blue tile knows its place. ${'It is set in mortar. '.repeat(60)}`,
    metadata: { kind: 'craft' },
  },
  { uri: 'x:music', text: '# Music\n\nA blue note bends its pitch.', metadata: { kind: 'art' } },
  { uri: 'x:sea', text: '# Sea\n\nThe sea is often blue.', metadata: { kind: 'nature' } },
]

const letters = (id: string, from: number): Embedder => ({
  id,
  accepts: ['text'],
  output: 'dense',
  embed: async (inputs) => ({
    vectors: (inputs as string[]).map((input) => {
      const vector = new Float32Array(8).fill(0.01)
      for (const letter of input) vector[(letter.charCodeAt(0) + from) % 8]! += 1
      return vector
    }),
    truncated: [],
  }),
})
const writer = (text: string): LanguageModel => ({
  id: text,
  generate: async ({ messages, system }) => ({
    text: `${text} ${system?.length} ${messages[0]!.content.length} [1]`,
    finishReason: 'stop',
  }),
  stream: async function* () {},
})

/** Turns the order of a search round, or leaves it. */
const reranker = (sign: 1 | -1): Reranker => ({
  id: 'order',
  rerank: async ({ documents }) => documents.map((_, index) => ({ index, score: 10 - sign * index })),
})

/** Settings of a pipeline that change what a question brings, with what must be set beside them. */
const CONFIG: Record<string, { base?: RAGPipelineConfig; changed: RAGPipelineConfig }> = {
  embeddingModel: { changed: { embeddingModel: letters('a', 0) } },
  generationModel: { changed: { generationModel: writer('x') } },
  defaultChunkingStrategy: { changed: { defaultChunkingStrategy: 'character' } },
  defaultChunkSize: { changed: { defaultChunkSize: 120 } },
  defaultChunkOverlap: { base: { defaultChunkSize: 120 }, changed: { defaultChunkOverlap: 60 } },
  defaultTopK: { changed: { defaultTopK: 1 } },
  enableHybridSearch: { base: { embeddingModel: letters('a', 0) }, changed: { enableHybridSearch: true } },
  enableReranking: { base: { rerankingModel: reranker(-1) }, changed: { enableReranking: true } },
  rerankingModel: {
    base: { enableReranking: true, rerankingModel: reranker(1) },
    changed: { rerankingModel: reranker(-1) },
  },
  prompt: { base: { generationModel: writer('x') }, changed: { prompt: { system: 'Be brief.' } } },
}
/** Settings that must change nothing but where things are kept; and settings that are refused. */
const WHERE: Record<string, RAGPipelineConfig> = {
  storage: { storage: new MemoryStorage() },
  indexName: { indexName: 'another' },
  vectorStore: { vectorStore: new InMemoryVectorStore() },
}
const REFUSED: Record<string, RAGPipelineConfig> = {
  enableGraphRAG: { enableGraphRAG: true },
}

async function ask(config: RAGPipelineConfig, ingest: object = {}, search: object = {}) {
  const pipeline = new RAGPipeline(config)
  await pipeline.ingest(DOCUMENTS, ingest)
  const { metadata, ...response } = await pipeline.query('Which blue tile knows its place?', search)
  await pipeline.close()
  return { ...response, metadata: { ...metadata, queryTime: 0 } }
}

describe('every setting of a pipeline', () => {
  it.each(Object.entries(CONFIG))('%s changes the answer', async (_, { base = {}, changed }) => {
    expect(await ask({ ...base, ...changed })).not.toEqual(await ask(base))
  })

  it.each(Object.entries(WHERE))('%s says where things are kept, and changes no answer', async (_, config) => {
    expect(await ask(config)).toEqual(await ask({}))
  })

  it('bm25Index brings its own ranking', async () => {
    expect((await ask({ bm25Index: new InMemoryBM25Index() })).sources).not.toEqual((await ask({})).sources)
  })

  it.each(Object.entries(REFUSED))('%s is refused while the part is not there', async (_, config) => {
    expect(() => new RAGPipeline(config)).toThrow(expect.objectContaining({ code: 'FEATURE_NOT_AVAILABLE' }))
  })
})

describe('every option of a call', () => {
  const ingest: Record<string, object> = {
    strategy: { strategy: 'character' },
    chunkSize: { chunkSize: 120 },
    metadata: { metadata: { project: 'x' } },
    indexName: { indexName: 'elsewhere' },
  }
  it.each(Object.entries(ingest))('ingest: %s', async (_, options) => {
    expect(await ask({}, options)).not.toEqual(await ask({}))
  })

  it('ingest: chunkOverlap', async () => {
    expect(await ask({}, { chunkSize: 120, chunkOverlap: 60 })).not.toEqual(await ask({}, { chunkSize: 120 }))
  })

  const search: Record<string, object> = {
    topK: { topK: 1 },
    indexName: { indexName: 'elsewhere' },
    filter: { filter: { kind: 'art' } },
    minScore: { minScore: 3 },
    explain: { explain: true },
    includeSources: { includeSources: false },
  }
  it.each(Object.entries(search))('query: %s', async (_, options) => {
    expect(await ask({}, {}, options)).not.toEqual(await ask({}))
  })

  it('query: rerank', async () => {
    const config = { rerankingModel: reranker(-1) }
    expect(await ask(config, {}, { rerank: true })).not.toEqual(await ask(config))
  })

  const hybrid = { embeddingModel: letters('a', 0), enableHybridSearch: true }
  const fused: Record<string, object> = {
    hybrid: { hybrid: false },
    'fusion method': { fusion: { method: 'linear' } },
    'fusion k': { fusion: { method: 'rrf', k: 1 } },
    'fusion weights': { fusion: { method: 'rrf', weights: { vector: 0, text: 1 } } },
  }
  it.each(Object.entries(fused))('query, hybrid: %s', async (_, options) => {
    expect(await ask(hybrid, {}, options)).not.toEqual(await ask(hybrid))
  })

  it.each([[{ alpha: 0.9 }], [{ normalizer: 'zscore' }]])('query, linear fusion: %j', async (more) => {
    const linear = { fusion: { method: 'linear' } }
    expect(await ask(hybrid, {}, { fusion: { ...linear.fusion, ...more } })).not.toEqual(await ask(hybrid, {}, linear))
  })
})
