import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MockEmbeddingModelV3, MockLanguageModelV3 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RAGPipeline, type RAGPipelineConfig } from '../../src/index.js'
import { type FakeOpenAI, quoteFirstSource, startFakeOpenAI } from '../package/fake-openai.js'
import { modelFolder } from '../support/models-folder.js'

let folder: string
let server: FakeOpenAI

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-models-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write(
    'keys.md',
    '# Keys\n\n## Rotation\n\nThe signing key is rotated with the `rotate` command.\n\n## Loss\n\nAsk for help.\n',
  )
  write('prices.md', '# Prices\n\nA month costs eight francs.\n\nA year costs eighty francs.\n')
  write('kitchen.md', '# Kitchen\n\nPasta is boiled for nine minutes in salted water.\n')
  server = await startFakeOpenAI()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Counts letters, as a model of the AI SDK. */
function aiSdkEmbedder(): MockEmbeddingModelV3 {
  const vectorOf = (text: string) => {
    const vector = new Array<number>(26).fill(0.01)
    for (const letter of text.toLowerCase()) vector[letter.codePointAt(0)! % 26]! += 1
    return vector
  }
  return new MockEmbeddingModelV3({
    maxEmbeddingsPerCall: 2,
    doEmbed: async ({ values }) => ({ embeddings: values.map(vectorOf), warnings: [] }),
  })
}

/** Says what its first source says last. */
function aiSdkWriter(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const [part] = prompt.at(-1)!.content
      const text = quoteFirstSource(typeof part === 'object' && part.type === 'text' ? part.text : '')
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 4, text: 4, reasoning: 0 },
        },
        warnings: [],
      }
    },
  })
}

const minilm = modelFolder('all-minilm-l6-v2')

/** The same models of three makes. */
const makes: [name: string, config: () => RAGPipelineConfig, missing?: string | undefined][] = [
  [
    'an OpenAI-shaped server',
    () => ({
      embeddingModel: { provider: 'openai', modelName: 'letters', baseUrl: server.url },
      generationModel: { provider: 'openai', modelName: 'quoter', baseUrl: server.url },
    }),
  ],
  ['AI SDK objects', () => ({ embeddingModel: aiSdkEmbedder(), generationModel: aiSdkWriter() })],
  [
    'a transformers.js folder',
    () => ({ embeddingModel: { provider: 'transformers', modelName: minilm.path } }),
    minilm.missing,
  ],
]

describe.each(makes)('through %s', (_, config, missing) => {
  it.skipIf(missing)(`the same question is answered from the same place${missing ? ` (${missing})` : ''}`, async () => {
    await using pipeline = new RAGPipeline({
      ...config(),
      enableHybridSearch: true,
      defaultChunkingStrategy: 'markdown',
      defaultChunkSize: 60,
    })
    await pipeline.ingest(folder)
    const { answer, citations, metadata } = await pipeline.query('How is the signing key rotated?', { topK: 1 })
    expect(metadata.retrievalMethod).toBe('hybrid')
    expect(answer).toContain('The signing key is rotated with the `rotate` command. [1]')
    expect(citations).toHaveLength(1)
    expect(citations[0]).toMatchObject({
      uri: expect.stringMatching(/keys\.md$/),
      quote: 'The signing key is rotated with the `rotate` command.',
      place: { lines: [5, 5], heading: ['Keys', 'Rotation'] },
    })
  })
})

describe('a model of the wrong kind', () => {
  it('is refused, as a name and as an object', async () => {
    for (const generationModel of [{ provider: 'openai', modelName: 'text-embedding-3-small' }, aiSdkEmbedder()]) {
      const ask = async () => {
        await using pipeline = new RAGPipeline({ generationModel })
        await pipeline.ingest(folder)
        return pipeline.query('price?')
      }
      await expect(ask()).rejects.toMatchObject({ code: 'MODEL_NOT_GENERATIVE' })
    }
  })
})
