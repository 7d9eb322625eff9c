import type { Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type CallOptions, refuseUnknownOptions, TesseraError, throwIfAborted } from '../core/index.js'
import { fileError, isMissing } from './file-errors.js'
import { fileUri } from './file-uri.js'
import { compileGlob, EVERYTHING, expandBraces, type Glob, isGlobPattern } from './glob.js'
import { portable, splitGlob } from './glob-path.js'
import { mergeSources } from './merge.js'
import { isInside, isThere } from './paths.js'
import { classifySource, type IngestSource, type PlannedSource, type SkippedSource } from './sources.js'
import { walk } from './walk.js'

/** Where sources are looked for. */
export interface ResolveOptions extends CallOptions {
  /**
   * Folder that relative paths start from. Ignore files count from here inwards or, inside a repository (the nearest
   * folder with a `.git`), from its top. Default: the working folder.
   */
  cwd?: string | undefined
  /** Folders that named sources must lie in, links followed. Default: anywhere. */
  roots?: readonly string[] | undefined
}

/**
 * Finds out what sources stand for, reading no document: named sources are checked first, all of them, then folders are
 * walked and globs matched. Folders and globs leave out hidden files, `.git`, `node_modules` and what `.gitignore`,
 * `.ignore` and `.tesseraignore` keep out; a file that is named is read in any case. A file reached twice stands once.
 *
 * @returns files and texts in the order given, those of a folder or glob by path, with what was skipped or failed
 * @throws TesseraError `SOURCE_NOT_FOUND` when a named source is missing or a glob matches nothing,
 * `SOURCE_OUTSIDE_ROOT`, `SOURCE_UNREADABLE`, `FEATURE_NOT_AVAILABLE`, `INVALID_OPTION`, `ABORTED`
 */
export async function resolveSources(
  sources: IngestSource | readonly IngestSource[],
  options: ResolveOptions = {},
): Promise<PlannedSource[]> {
  refuseUnknownOptions(options, ['cwd', 'roots', 'signal'], 'resolveSources')
  const { signal } = options
  throwIfAborted(signal)
  const cwd = resolve(options.cwd ?? '.')
  const roots = options.roots && (await realRoots(options.roots, cwd))
  const named = await nameAll(asList(sources), cwd, roots, signal)
  const plan: PlannedSource[] = []
  for (const source of named) {
    // Not spread into push(): a folder may hold more files than a call takes arguments.
    for (const entry of await plannedBy(source, cwd, roots, signal)) plan.push(entry)
  }
  return mergeSources(plan)
}

type NamedSource =
  | Extract<PlannedSource, { kind: 'file' | 'text' }>
  | { kind: 'folder'; path: string; realPath: string }
  | { kind: 'glob'; pattern: string; parts: { path: string; realPath: string; glob: Glob }[] }

function asList(sources: IngestSource | readonly IngestSource[]): readonly IngestSource[] {
  return Array.isArray(sources) ? sources : [sources as IngestSource]
}

/** Checks every named source before any is read, and names all that are missing in one error. */
async function nameAll(
  sources: readonly IngestSource[],
  cwd: string,
  roots: readonly Root[] | undefined,
  signal: AbortSignal | undefined,
): Promise<NamedSource[]> {
  const kinds = sources.map(classifySource)
  const named: NamedSource[] = []
  const missing: string[] = []
  for (const source of kinds) {
    throwIfAborted(signal)
    if (source.kind === 'text') {
      const { uri } = source.input
      named.push({ kind: 'text', origin: 'named', input: source.input, ...(uri === undefined ? {} : { uri }) })
      continue
    }
    const entry = await namePath(resolve(cwd, source.path), roots)
    if (entry) named.push(entry)
    else if (source.mayBeGlob && isGlobPattern(portable(source.path)))
      named.push(await nameGlob(source.path, cwd, roots))
    else missing.push(source.path)
  }
  if (missing.length > 0) throw notFound(missing)
  return named
}

async function namePath(path: string, roots: readonly Root[] | undefined): Promise<NamedSource | undefined> {
  refuseOutside(path, path, roots, 'path')
  const kind = await statIfPresent(path)
  if (!kind) return undefined
  const realPath = await realpath(path).catch((error: unknown) => Promise.reject(fileError(path, error)))
  refuseOutside(path, realPath, roots, 'realPath')
  if (kind.isDirectory()) return { kind: 'folder', path, realPath }
  if (kind.isFile()) {
    const { size, mtimeMs } = kind
    return { kind: 'file', uri: fileUri(path), path, realPath, origin: 'named', size, modifiedMs: mtimeMs }
  }
  throw new TesseraError('SOURCE_UNREADABLE', `"${path}" is neither a file nor a folder.`, { path })
}

async function statIfPresent(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw fileError(path, error)
  }
}

/** Splits each alternative of a glob into the folder it starts from and the rest; those of one folder share a walk. */
async function nameGlob(pattern: string, cwd: string, roots: readonly Root[] | undefined): Promise<NamedSource> {
  const byFolder = new Map<string, string[][]>()
  for (const alternative of expandBraces(portable(pattern))) {
    const { base, rest } = await splitGlob(alternative, cwd)
    byFolder.set(base, [...(byFolder.get(base) ?? []), rest])
  }
  const parts: { path: string; realPath: string; glob: Glob }[] = []
  for (const [path, rests] of byFolder) {
    refuseOutside(path, path, roots, 'path')
    const folder = await namePath(path, roots)
    if (folder?.kind === 'folder') parts.push({ path, realPath: folder.realPath, glob: compileGlob(rests) })
  }
  return { kind: 'glob', pattern, parts }
}

async function plannedBy(
  source: NamedSource,
  cwd: string,
  roots: readonly Root[] | undefined,
  signal: AbortSignal | undefined,
): Promise<PlannedSource[]> {
  if (source.kind === 'file' || source.kind === 'text') return [source]
  const parts = source.kind === 'folder' ? [{ ...source, glob: EVERYTHING }] : source.parts
  const found: PlannedSource[] = []
  const { IgnoreRules } = await import('./ignore-rules.js')
  for (const { path, realPath, glob } of parts) {
    const rules = await IgnoreRules.around(path, await outermostRules(path, cwd, roots))
    for (const entry of await walk({ path, realPath, glob, rules, signal })) found.push(entry)
  }
  if (found.length > 0) return found
  if (source.kind === 'folder') return [emptyFolder(source.path)]
  throw notFound([source.pattern])
}

/** The folder from which down ignore files count: the top of the repository or the working folder, whichever is above. */
async function outermostRules(path: string, cwd: string, roots: readonly Root[] | undefined): Promise<string> {
  const top = await topOfRepository(path, roots)
  if (top !== undefined && isInside(cwd, top)) return top
  return isInside(path, cwd) ? cwd : (top ?? path)
}

/** The nearest folder upwards with a `.git`, which is a file in a worktree; not looked for outside the roots. */
async function topOfRepository(path: string, roots: readonly Root[] | undefined): Promise<string | undefined> {
  for (let folder = path; !roots || roots.some((root) => isInside(folder, root.path)); folder = dirname(folder)) {
    if (await isThere(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return undefined
  }
  return undefined
}

function emptyFolder(path: string): SkippedSource {
  const message = `"${path}" holds no file to read; hidden and ignored files do not count.`
  return { kind: 'skipped', uri: fileUri(path), origin: 'named', reason: 'empty-folder', message }
}

function notFound(missing: readonly string[]): TesseraError {
  const names = missing.map((path) => `"${path}"`).join(', ')
  const message = missing.some(isGlobPattern)
    ? `No file matches ${names}; hidden and ignored files do not count, and ** stands for any number of folders.`
    : `${names} ${missing.length === 1 ? 'does' : 'do'} not exist. Nothing was read.`
  return new TesseraError('SOURCE_NOT_FOUND', message, { missing: [...missing] })
}

interface Root {
  path: string
  realPath: string
}

async function realRoots(roots: readonly string[], cwd: string): Promise<Root[]> {
  return Promise.all(
    roots.map(async (root) => {
      const path = resolve(cwd, root)
      return { path, realPath: await realpath(path).catch((error: unknown) => Promise.reject(fileError(path, error))) }
    }),
  )
}

/** A path is checked by its name before it is touched, so that nothing outside can be asked about, then by its target. */
function refuseOutside(
  path: string,
  actual: string,
  roots: readonly Root[] | undefined,
  by: 'path' | 'realPath',
): void {
  if (!roots || roots.some((root) => isInside(actual, root.realPath) || (by === 'path' && isInside(actual, root.path))))
    return
  throw new TesseraError('SOURCE_OUTSIDE_ROOT', `"${path}" lies outside the folders that may be read.`, {
    path,
    roots: roots.map((root) => root.path),
  })
}
