import { hash128, invalidOption } from '../core/index.js'
import type { PlannedFile, PlannedSource, PlannedText, SkippedSource } from './sources.js'

/**
 * Leaves every file and every text once. A file that was reached by several ways keeps the place of the first, counts
 * as named when any way named it, and is called by its own path rather than by a link to it.
 *
 * @throws TesseraError `INVALID_OPTION` when different texts claim one uri
 */
export function mergeSources(plan: readonly PlannedSource[]): PlannedSource[] {
  const files = new Map<string, PlannedFile>()
  const texts = new Map<string, PlannedText>()
  const others = new Set<string>()
  const merged: PlannedSource[] = []
  for (const entry of plan) {
    if (entry.kind === 'file') {
      const known = files.get(entry.realPath)
      if (known) mergeFile(known, entry)
      else merged.push(remember(files, entry.realPath, { ...entry }))
    } else if (entry.kind === 'text') {
      const key = entry.uri === undefined ? hash128(entry.input.text) : uriKey(entry.uri)
      const known = texts.get(key)
      if (!known) merged.push(remember(texts, key, entry))
      else if (known.input.text === entry.input.text) merged.push(sameText(entry))
      else throw sharedUri(entry.uri)
    } else {
      // Overlapping folders and globs come upon the same links and failures.
      const key = `${entry.kind} ${entry.uri}`
      if (!others.has(key)) merged.push(entry)
      others.add(key)
    }
  }
  for (const { uri } of files.values()) if (texts.has(uriKey(uri))) throw sharedUri(uri)
  return merged
}

function uriKey(uri: string): string {
  return `uri ${uri}`
}

function remember<T>(known: Map<string, T>, key: string, entry: T): T {
  known.set(key, entry)
  return entry
}

function mergeFile(known: PlannedFile, other: PlannedFile): void {
  if (other.origin === 'named') known.origin = 'named'
  if (known.path === known.realPath || other.path !== other.realPath) return
  known.uri = other.uri
  known.path = other.path
}

function sameText({ uri }: PlannedText): SkippedSource {
  const message = `${uri === undefined ? 'A text without uri' : `"${uri}"`} was given more than once.`
  return { kind: 'skipped', ...(uri === undefined ? {} : { uri }), origin: 'named', reason: 'same-text', message }
}

function sharedUri(uri: string | undefined): Error {
  return invalidOption('uri', uri, 'different for each source of one call')
}
