import { describe, expect, it } from 'vitest'
import { RAGPipeline } from '../../src/index.js'
import { modelFolder } from '../support/models-folder.js'

const DOCUMENTS = [
  {
    uri: 'https://docs.example/keys',
    text: 'The signing key is replaced by the rotate command.\n\nOld tokens stay valid for a day.',
  },
  { uri: 'https://docs.example/pasta', text: 'Boil the noodles for nine minutes.\n\nAdd a pinch of salt.' },
  { uri: 'https://docs.example/train', text: 'The railway from Bern to Zurich takes about an hour.' },
  { uri: 'https://docs.example/cat', text: 'A kitten sleeps for up to twenty hours a day.' },
]

/** Questions that share hardly a word with their answers. */
const QUESTIONS: [question: string, uri: string][] = [
  ['How do I change my cryptographic credentials?', 'https://docs.example/keys'],
  ['cooking time of spaghetti', 'https://docs.example/pasta'],
  ['travel between two Swiss cities', 'https://docs.example/train'],
  ['how much do young pets rest', 'https://docs.example/cat'],
]

describe.each(['all-minilm-l6-v2', 'bge-small-en-v1.5'])('%s in a pipeline', (name) => {
  const { path, missing } = modelFolder(name)

  it.skipIf(missing)(`finds by meaning what no word finds${missing ? ` (${missing})` : ''}`, async () => {
    const embeddingModel = { provider: 'transformers', modelName: path }
    await using pipeline = new RAGPipeline({ embeddingModel, enableHybridSearch: true })
    await pipeline.ingest(DOCUMENTS)
    for (const [question, uri] of QUESTIONS) {
      const [first] = await pipeline.search(question)
      expect(first?.uri, question).toBe(uri)
    }
    const { citations, metadata } = await pipeline.query('Which command replaces the signing key?')
    expect(metadata.retrievalMethod).toBe('hybrid')
    expect(citations[0]).toMatchObject({
      uri: 'https://docs.example/keys',
      quote: 'The signing key is replaced by the rotate command.',
    })
    expect(await pipeline.getStats()).toMatchObject({
      embedder: `transformers:${name}@q8`,
      embeddingDimension: 384,
      totalVectors: 4,
    })
  })

  it.skipIf(missing)('is fused by the measured weight', async () => {
    await using pipeline = new RAGPipeline({
      embeddingModel: { provider: 'transformers', modelName: path },
      enableHybridSearch: true,
    })
    await pipeline.ingest(DOCUMENTS)
    const fusions: unknown[] = []
    pipeline.on('fuse:start', ({ method, alpha }) => fusions.push({ method, alpha }))
    await pipeline.search('signing key')
    expect(fusions).toEqual([{ method: 'linear', alpha: 0.5 }])
  })
})
