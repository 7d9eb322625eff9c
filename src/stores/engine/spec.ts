import { invalidOption, type Metric, TesseraError } from '../../core/index.js'
import type { PackedVectors } from './entry.js'

/** What the vectors of one index have in common. */
export interface IndexSpec {
  dimensions?: number | undefined
  metric: Metric
  /** Id of the embedder of the first vectors; unknown for vectors that were upserted without a document. */
  embedder?: string | undefined
  /** Made by `createIndex`: its dimensions hold even while it is empty. */
  declared: boolean
}

/** An index before its first vector. */
export const EMPTY_SPEC: IndexSpec = { metric: 'cosine', declared: false }

/**
 * The spec of an index once vectors of these dimensions and this embedder are in it.
 *
 * @param othersRemain whether vectors stay that are not being replaced; without any, an undeclared index starts afresh
 * @throws TesseraError `EMBEDDER_MISMATCH`, `DIMENSION_MISMATCH`, or `INVALID_VECTOR` for a zero vector under cosine
 */
export function adoptVectors(
  indexName: string,
  spec: IndexSpec,
  added: PackedVectors & { embedder?: string | undefined },
  othersRemain: boolean,
): IndexSpec {
  const free = !othersRemain
  if (!free && spec.embedder !== undefined && added.embedder !== undefined && spec.embedder !== added.embedder) {
    throw embedderMismatch(indexName, spec.embedder, added.embedder)
  }
  if (!free || spec.declared) requireDimensions(indexName, spec, added.dimensions)
  requireDirection(spec.metric, added)
  const embedder = free ? added.embedder : (spec.embedder ?? added.embedder)
  return { ...spec, dimensions: added.dimensions, embedder }
}

/** The error for vectors of another embedder than those that are there. */
export function embedderMismatch(indexName: string, expected: string, given: string): TesseraError {
  return new TesseraError(
    'EMBEDDER_MISMATCH',
    `Index "${indexName}" holds vectors of "${expected}"; those of "${given}" cannot be compared with them. ` +
      `Use another index, or drop "${indexName}" and ingest its documents again with the new model.`,
    { indexName, expected, given },
  )
}

/**
 * The spec of an index after `createIndex`.
 *
 * @param hasVectors an index with vectors can only be declared as what it is
 * @throws TesseraError `DIMENSION_MISMATCH`, or `INVALID_OPTION` for another metric
 */
export function declaredSpec(
  indexName: string,
  spec: IndexSpec = EMPTY_SPEC,
  wanted: { dimensions: number; metric: Metric },
  hasVectors: boolean,
): IndexSpec {
  if (!hasVectors && !spec.declared) return { ...wanted, declared: true }
  requireDimensions(indexName, spec, wanted.dimensions)
  if (spec.metric !== wanted.metric) {
    const expected = `"${spec.metric}", the metric of index "${indexName}"`
    throw invalidOption('metric', wanted.metric, expected)
  }
  return { ...spec, declared: true }
}

/** Refuses a vector of another size than the index holds. @throws TesseraError `DIMENSION_MISMATCH` */
export function requireDimensions(indexName: string, spec: IndexSpec, given: number): void {
  if (spec.dimensions === undefined || spec.dimensions === given) return
  throw new TesseraError(
    'DIMENSION_MISMATCH',
    `Index "${indexName}" holds vectors of ${spec.dimensions} dimensions; this one has ${given}. ` +
      'Use the model the index was built with, another index, or drop this one and ingest again.',
    { indexName, expected: spec.dimensions, given },
  )
}

/** Cosine compares directions, and zero has none. @throws TesseraError `INVALID_VECTOR` */
export function requireDirection(metric: Metric, { zeroAt }: PackedVectors): void {
  if (metric !== 'cosine' || zeroAt === undefined) return
  throw new TesseraError('INVALID_VECTOR', `Vector ${zeroAt} is zero, so it has no direction to compare.`, {
    position: zeroAt,
    expected: 'a vector other than zero',
  })
}
