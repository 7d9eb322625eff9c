import { requireSameWords, type Words } from '../engine/words.js'
import { Database } from './database.js'
import { databaseError } from './failure.js'
import { ensureFile } from './file.js'
import type { Patience } from './waiting.js'

/** A hold on an open file. */
export interface Lease {
  database: Database
  /** Gives the hold up; with the last one the file is closed. */
  release(): void
}

interface OpenFile {
  opening: Promise<Database>
  holders: number
}

/** Files that are open in this process, so that two storages on one file share its indexes in memory. */
const openFiles = new Map<string, OpenFile>()

/** Opens a file, or shares it when a storage of this process has it open already, under whatever path. */
export async function acquire(path: string | URL, words: Words, patience: Patience): Promise<Lease> {
  const file = existingFile(path)
  const shared = openFiles.get(file.identity) ?? {
    opening: Database.open(file, words, patience),
    holders: 0,
  }
  openFiles.set(file.identity, shared)
  shared.holders++
  try {
    const database = await shared.opening
    requireSameWords(database.words, words)
    return { database, release: () => void (leave(file.identity, shared) && database.close()) }
  } catch (error) {
    leave(file.identity, shared)
    throw error
  }
}

function existingFile(path: string | URL): ReturnType<typeof ensureFile> {
  try {
    return ensureFile(path)
  } catch (error) {
    throw databaseError(error, String(path))
  }
}

/** @returns whether nobody holds the file any more */
function leave(identity: string, shared: OpenFile): boolean {
  shared.holders--
  if (shared.holders > 0) return false
  if (openFiles.get(identity) === shared) openFiles.delete(identity)
  return true
}
