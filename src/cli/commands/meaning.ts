import type { RAGPipeline } from '../../pipeline/index.js'
import type { Output } from '../output.js'
import type { Settings } from '../settings.js'

/** Says on stderr when an index could be searched by meaning and is not, or cannot be and was asked to. */
export async function noteMissingMeaning(
  pipeline: RAGPipeline,
  { embeddingModel, index }: Settings,
  method: string,
  output: Output,
): Promise<void> {
  const made = await pipeline.getIndexEmbedder()
  if (made && !embeddingModel) {
    output.note(
      `Searching by words. Index "${index}" was embedded with ${made.id}: name that model by --embedding-model or TESSERA_EMBEDDING_MODEL to search by meaning too.`,
    )
  }
  if (!made && method !== 'text') {
    output.note(`Index "${index}" has no vectors: ingest its documents again with --embedding-model.`)
  }
}
