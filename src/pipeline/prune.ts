import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { firstIndex, type StoredDocument } from '../core/index.js'
import { fileUri, type IngestSource, matchesGlob, type PlannedSource } from '../loading/index.js'
import { classifySource } from '../loading/sources.js'
import type { IngestTarget } from './ingest.js'

/** Tells whether a stored document belongs to the folders and globs that were ingested. */
export type PruneScope = (uri: string) => boolean

/** The scope of some sources: what lies in a named folder, and what a glob would match. Named files have none. */
export function pruneScope(sources: IngestSource | readonly IngestSource[]): PruneScope {
  const list = Array.isArray(sources) ? sources : [sources as IngestSource]
  const tests = list.flatMap((source): PruneScope[] => {
    const named = classifySource(source)
    if (named.kind === 'text') return []
    const path = resolve(named.path)
    const found = statIfThere(path)
    if (!found) return named.mayBeGlob ? [(uri) => matchesGlob(named.path, uri)] : []
    if (!found.isDirectory()) return []
    const prefix = insideOf(fileUri(path))
    return [(uri) => uri.startsWith(prefix)]
  })
  return (uri) => tests.some((test) => test(uri))
}

function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // Nothing is there, or can be: a glob may be too long for a name.
    return undefined
  }
}

/** With what the uri of everything in a folder begins. */
function insideOf(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`
}

/** Stored documents of the scope that the plan does not hold any more; what lies where it could not look is not gone. */
export async function findGone(
  target: IngestTarget,
  scope: PruneScope,
  plan: readonly PlannedSource[],
): Promise<StoredDocument[]> {
  const present = new Set(plan.map(({ uri }) => uri))
  const isUnseen = unseenPlaces(plan)
  const gone: StoredDocument[] = []
  for await (const document of target.storage.documents(target.indexName)) {
    const { uri } = document
    if (uri === undefined || !scope(uri)) continue
    // A part of a file (`#L12`) is gone with its file.
    if (!present.has(uri) && !present.has(uri.split('#', 1)[0]!) && !isUnseen(uri)) gone.push(document)
  }
  return gone
}

/** Tells what lies in a folder that could not be read, or behind a link that was not followed. */
function unseenPlaces(plan: readonly PlannedSource[]): PruneScope {
  const unseen = plan.filter(
    (entry) => entry.kind === 'failed' || (entry.kind === 'skipped' && entry.reason !== 'empty-folder'),
  )
  const prefixes: string[] = []
  for (const prefix of unseen.flatMap(({ uri }) => (uri === undefined ? [] : insideOf(uri))).sort()) {
    // Only the outermost, so that no other stands between one and what begins with it.
    if (prefixes.length === 0 || !prefix.startsWith(prefixes.at(-1)!)) prefixes.push(prefix)
  }
  return (uri) => {
    const after = firstIndex(prefixes.length, (index) => prefixes[index]! > uri)
    return after > 0 && uri.startsWith(prefixes[after - 1]!)
  }
}
