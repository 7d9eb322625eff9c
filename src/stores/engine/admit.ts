import { TesseraError } from '../../core/index.js'
import type { PackedVectors, PreparedDocument } from './entry.js'
import type { NamedIndex } from './named-index.js'
import { adoptVectors, EMPTY_SPEC, type IndexSpec } from './spec.js'

/**
 * Says whether a prepared document may enter an index as it is now, and what the spec is then.
 *
 * @throws TesseraError `EMBEDDER_MISMATCH`, `DIMENSION_MISMATCH`, `INVALID_VECTOR`; `INVALID_OPTION` for chunk ids that
 *   belong to another document or to a loose record
 */
export function admitDocument(indexName: string, index: NamedIndex | undefined, prepared: PreparedDocument): IndexSpec {
  const { entry, chunkIds, vectors } = prepared
  if (index) refuseTaken(index, entry.document.id, chunkIds)
  const spec = index?.spec ?? EMPTY_SPEC
  if (!vectors) return spec
  const othersRemain = (index?.vectorsBeside(entry.document.id, []) ?? 0) > 0
  return adoptVectors(indexName, spec, { ...vectors, embedder: entry.fingerprints.embedder }, othersRemain)
}

/** {@link admitDocument} for loose vectors. */
export function admitVectors(
  indexName: string,
  index: NamedIndex | undefined,
  ids: readonly string[],
  vectors: PackedVectors,
): IndexSpec {
  const othersRemain = (index?.vectorsBeside(undefined, ids) ?? 0) > 0
  return adoptVectors(indexName, index?.spec ?? EMPTY_SPEC, vectors, othersRemain)
}

/** Chunks change only with their whole document, so that a document is there wholly or not at all. */
export function refuseOwned(index: NamedIndex | undefined, ids: readonly string[]): void {
  for (const id of ids) {
    const documentId = index?.ownerOf(id)
    if (documentId === undefined) continue
    const message = `"${id}" is a chunk of document "${documentId}" and changes only with it: use put or remove.`
    throw new TesseraError('INVALID_OPTION', message, { id, documentId, indexName: index!.name })
  }
}

/** The reverse of {@link refuseOwned}: a document takes over no ids of other documents or of loose records. */
function refuseTaken(index: NamedIndex, documentId: string, chunkIds: readonly string[]): void {
  for (const id of chunkIds) {
    const owner = index.ownerOf(id)
    const isLoose = index.loose('text', id) !== undefined || index.loose('vector', id) !== undefined
    if (owner === documentId || (owner === undefined && !isLoose)) continue
    const taken = owner === undefined ? 'a record of its own' : `document "${owner}"`
    const message = `Chunk id "${id}" of document "${documentId}" already belongs to ${taken} in index "${index.name}".`
    throw new TesseraError('INVALID_OPTION', message, { id, documentId, indexName: index.name })
  }
}
