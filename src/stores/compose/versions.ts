import { type Chunk, hash128, type Metadata } from '../../core/index.js'

/** What an engine keeps of a chunk beside its vector. */
export interface EngineChunk {
  /** {@link versionId} */
  id: string
  chunk: Chunk
  /** Metadata of document and chunk together; the chunk's wins. */
  metadata: Metadata
}

/**
 * The chunks of a document as engines keep them. Their ids tell versions apart, so that writing a new version leaves the
 * committed one as it is, with the metadata that filters see, until the new one is committed.
 *
 * @param embedder id of what makes the vectors, which differ when it does
 */
export function engineChunks(
  { metadata }: { metadata: Metadata },
  chunks: readonly Chunk[],
  embedder: string,
): EngineChunk[] {
  return chunks.map((chunk) => {
    const merged = { ...metadata, ...chunk.metadata }
    return { id: versionId(chunk, merged, embedder), chunk, metadata: merged }
  })
}

/** The chunk id behind an engine's id. */
export function chunkIdOf(id: string): string {
  return id.slice(0, -1 - HASH_LENGTH)
}

function versionId({ id, text, context }: Chunk, metadata: Metadata, embedder: string): string {
  return `${id}~${hash128(JSON.stringify([text, context, metadata, embedder]))}`
}

/** Hexadecimal digits of a 128-bit hash. */
const HASH_LENGTH = 32
