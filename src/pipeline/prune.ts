import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { StoredDocument } from '../core/index.js'
import { fileUri, type IngestSource, matchesGlob, type PlannedSource } from '../loading/index.js'
import type { IngestTarget } from './ingest.js'

/** Tells whether a stored document belongs to the folders and globs that were ingested. */
export type PruneScope = (uri: string) => boolean

/** The scope of some sources: what lies in a named folder, and what a glob would match. Named files have none. */
export function pruneScope(sources: IngestSource | readonly IngestSource[]): PruneScope {
  const list = Array.isArray(sources) ? sources : [sources as IngestSource]
  const tests = list.flatMap((source): PruneScope[] => {
    if (source instanceof URL) return [inFolder(source.href)]
    if (typeof source !== 'string') return []
    if (source.startsWith('file:')) return [inFolder(source)]
    const path = resolve(source)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) return found.isDirectory() ? [inFolder(fileUri(path))] : []
    return [(uri) => matchesGlob(source, uri)]
  })
  return (uri) => tests.some((test) => test(uri))
}

function inFolder(folder: string): PruneScope {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`
  return (uri) => uri.startsWith(prefix)
}

/** Stored documents of the scope that the plan does not hold any more. */
export async function findGone(
  target: IngestTarget,
  scope: PruneScope,
  plan: readonly PlannedSource[],
): Promise<StoredDocument[]> {
  const present = new Set(plan.map(({ uri }) => uri))
  const gone: StoredDocument[] = []
  for await (const document of target.storage.documents(target.indexName)) {
    const { uri } = document
    if (uri === undefined || !scope(uri)) continue
    // A part of a file (`#L12`) is gone with its file.
    if (!present.has(uri) && !present.has(uri.split('#', 1)[0]!)) gone.push(document)
  }
  return gone
}
