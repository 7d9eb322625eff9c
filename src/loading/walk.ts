import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { throwIfAborted } from '../core/index.js'
import { fileError, isMissing } from './file-errors.js'
import { fileUri } from './file-uri.js'
import type { Glob, GlobState } from './glob.js'
import type { IgnoreRules } from './ignore-rules.js'
import { isInside } from './paths.js'
import type { FailedSource, PlannedFile, SkippedSource, SkipReason } from './sources.js'

/** What a walk comes upon. */
export type WalkedSource = PlannedFile | SkippedSource | FailedSource

/** Where a walk begins and what it looks for. */
export interface WalkStart {
  /** Absolute path of the folder. */
  path: string
  /** The same with links followed; nothing outside it is read. */
  realPath: string
  glob: Glob
  /** Rules that hold in the folder, without those of its own ignore files. */
  rules: IgnoreRules
  signal?: AbortSignal | undefined
}

interface Folder {
  path: string
  realPath: string
  state: GlobState
  rules: IgnoreRules
}

interface Link extends Folder {
  name: string
}

/** Files examined at the same time. */
const BATCH = 32

/**
 * All files below a folder that the glob matches and no ignore file keeps out, ordered by path. Links are followed last
 * and only inside the folder; each real folder is read once, so links cannot form a loop. What cannot be read, and each
 * link or special file that is left out, is an entry of its own.
 */
export async function walk({ path, realPath, glob, rules, signal }: WalkStart): Promise<WalkedSource[]> {
  const found: WalkedSource[] = []
  const links: Link[] = []
  const folders: Folder[] = [{ path, realPath, state: glob.start, rules }]
  const visited = new Set<string>()
  while (folders.length > 0 || links.length > 0) {
    throwIfAborted(signal)
    const folder = folders.pop() ?? (await followLink(links.shift()!, realPath, glob, found))
    if (!folder) continue
    const key = `${folder.realPath}\0${folder.state.join()}`
    if (visited.has(key)) {
      found.push(skipped(folder.path, 'read-already', 'is a link to a folder that is read already'))
      continue
    }
    visited.add(key)
    try {
      await readFolder(folder, glob, { found, links, folders })
    } catch (error) {
      found.push({ kind: 'failed', uri: fileUri(folder.path), origin: 'found', error: fileError(folder.path, error) })
    }
  }
  return found.sort((a, b) => (a.uri! < b.uri! ? -1 : a.uri! > b.uri! ? 1 : 0))
}

async function readFolder(
  folder: Folder,
  glob: Glob,
  { found, links, folders }: { found: WalkedSource[]; links: Link[]; folders: Folder[] },
): Promise<void> {
  const entries = await readdir(folder.path, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const rules = await folder.rules.enter(folder.path, names)
  const files: Folder[] = []
  // A link that sorts first must not depend on the order in which the file system lists names.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder.path, entry.name)
    const inner = {
      path,
      realPath: join(folder.realPath, entry.name),
      state: glob.enter(folder.state, entry.name),
      rules,
    }
    const isWanted = glob.matches(folder.state, entry.name)
    if (entry.isDirectory()) {
      if (inner.state.length > 0 && !rules.ignores(path, true)) folders.push(inner)
    } else if (rules.ignores(path, false)) {
      // Kept out on purpose, and too many to report.
    } else if (entry.isSymbolicLink()) {
      if (isWanted || inner.state.length > 0) links.push({ ...inner, state: folder.state, name: entry.name })
    } else if (!isWanted) {
      // Not asked for.
    } else if (entry.isFile()) files.push(inner)
    else found.push(skipped(path, 'special-file', `is ${specialKind(entry)}, not a file`))
  }
  for (let at = 0; at < files.length; at += BATCH) {
    found.push(...(await Promise.all(files.slice(at, at + BATCH).map((file) => examine(file.path, file.realPath)))))
  }
}

async function examine(path: string, realPath: string): Promise<WalkedSource> {
  const uri = fileUri(path)
  try {
    const { size, mtimeMs } = await stat(path)
    return { kind: 'file', uri, path, realPath, origin: 'found', size, modifiedMs: mtimeMs }
  } catch (error) {
    return { kind: 'failed', uri, origin: 'found', error: fileError(path, error) }
  }
}

/** The folder a link leads to; a file it leads to, and a link that is not followed, goes to `found`. */
async function followLink(link: Link, root: string, glob: Glob, found: WalkedSource[]): Promise<Folder | undefined> {
  const { path, name, state, rules } = link
  try {
    const target = await realpath(path)
    if (!isInside(target, root)) {
      found.push(skipped(path, 'link-leads-outside', 'is a link that leads out of the folder'))
      return undefined
    }
    const kind = await stat(target)
    if (kind.isDirectory()) {
      const inner = glob.enter(state, name)
      return inner.length === 0 || rules.ignores(path, true)
        ? undefined
        : { path, realPath: target, state: inner, rules }
    }
    if (!glob.matches(state, name)) return undefined
    if (kind.isFile()) found.push(await examine(path, target))
    else found.push(skipped(path, 'special-file', 'is a link to something that is not a file'))
  } catch (error) {
    if (isMissing(error)) found.push(skipped(path, 'broken-link', 'is a link that leads nowhere'))
    else found.push({ kind: 'failed', uri: fileUri(path), origin: 'found', error: fileError(path, error) })
  }
  return undefined
}

function skipped(path: string, reason: SkipReason, what: string): SkippedSource {
  return { kind: 'skipped', uri: fileUri(path), origin: 'found', reason, message: `"${path}" ${what}.` }
}

function specialKind(entry: Dirent): string {
  if (entry.isFIFO()) return 'a pipe'
  return entry.isSocket() ? 'a socket' : 'a device'
}
