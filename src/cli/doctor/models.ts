import { TesseraError } from '../../core/errors.js'
import type { ModelName } from '../../core/models.js'
import { namedReranker } from '../reranking.js'
import { problemOf } from './remedy.js'
import type { EmbeddingReport, IndexReport, ModelReport, Problem } from './report.js'

/** A check asks once and does not wait long. */
const ONCE = { maxRetries: 0, timeoutMs: 15_000 }
/** Models inside this process may have to be loaded first. */
const LOADING_TIMEOUT_MS = 120_000

/** Codes that mean that nothing, or nothing in time, answered at an address. */
const UNREACHED = new Set(['PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT'])

/** Embeds one word. */
export async function checkEmbedding(
  name: ModelName,
  index: IndexReport | undefined,
  problems: Problem[],
  signal: AbortSignal,
): Promise<EmbeddingReport> {
  const { createEmbedder } = await import('../../models/index.js')
  let id = labelOf(name)
  let dimensions: number | null = null
  const asked = await ask(name, `Embedding model ${id}`, problems, signal, async (patient) => {
    const embedder = await createEmbedder(patient)
    id = embedder.id
    await embedder.embed(['tessera'], { inputType: 'query', signal })
    dimensions = embedder.dimensions ?? null
  })
  const made = index && index.vectors > 0 ? index.embedders : []
  const matchesIndex = made.length === 0 ? null : made.includes(id)
  if (matchesIndex === false) {
    problems.push({
      problem: `Index "${index!.name}" holds vectors of ${made.join(', ')}, not of ${id}.`,
      remedy: 'Name the model it was built with, or ingest the documents again into another index (--index).',
    })
  }
  return { id, ...asked, dimensions, matchesIndex }
}

/** Asks for one word. */
export async function checkGeneration(name: ModelName, problems: Problem[], signal: AbortSignal): Promise<ModelReport> {
  const { createLanguageModel } = await import('../../models/index.js')
  let id = labelOf(name)
  const asked = await ask(name, `Generation model ${id}`, problems, signal, async (patient) => {
    const model = await createLanguageModel(patient)
    id = model.id
    const messages = [{ role: 'user' as const, content: 'Reply with the word OK.' }]
    await model.generate({ messages, maxOutputTokens: 16 }, { signal })
  })
  return { id, ...asked }
}

/** Has one document judged. */
export async function checkReranking(name: ModelName, problems: Problem[], signal: AbortSignal): Promise<ModelReport> {
  let id = labelOf(name)
  const asked = await ask(name, `Reranking model ${id}`, problems, signal, async (patient) => {
    const reranker = await namedReranker(patient)
    id = reranker.id
    const documents = [{ id: '1', text: 'A tessera is one tile of a mosaic.' }]
    await reranker.rerank({ query: 'What is a tessera?', documents }, { signal })
  })
  return { id, ...asked }
}

async function ask(
  name: ModelName,
  what: string,
  problems: Problem[],
  signal: AbortSignal,
  work: (patient: ModelName) => Promise<void>,
): Promise<Omit<ModelReport, 'id'>> {
  const { modelRegistry } = await import('../../models/index.js')
  const hasServer = modelRegistry.has(name.provider) && modelRegistry.metadata(name.provider).server !== undefined
  const began = performance.now()
  try {
    await work({ ...name, ...ONCE, ...(!hasServer && { timeoutMs: LOADING_TIMEOUT_MS }) })
    return { reachable: hasServer || null, answers: true, latencyMs: Math.round(performance.now() - began) }
  } catch (error) {
    if (signal.aborted) throw error
    problems.push(problemOf(what, error))
    const wasAsked = hasServer && TesseraError.isInstance(error) && error.code.startsWith('PROVIDER_')
    return { reachable: wasAsked ? !UNREACHED.has(error.code) : null, answers: false, latencyMs: null }
  }
}

function labelOf({ provider, modelName }: ModelName): string {
  return modelName === undefined ? provider : `${provider}:${modelName}`
}
