import { join, parse, relative, resolve, sep } from 'node:path'
import { invalidOption } from '../core/index.js'
import { pathOfFileUri } from './file-uri.js'
import { compileGlob, expandBraces, isGlobPattern, literalName } from './glob.js'
import { isInside, isThere } from './paths.js'

/** A glob as the folder to start from and the segments to match below it. */
export interface SplitGlob {
  base: string
  rest: string[]
}

/**
 * Splits off the leading folders of a pattern without braces. A name that exists counts as a folder even if it could
 * be a wildcard, as in `app/[slug]/*.md`.
 *
 * @throws TesseraError `INVALID_OPTION` for `..` after the first wildcard
 */
export async function splitGlob(pattern: string, cwd: string): Promise<SplitGlob> {
  const { base: start, rest } = segmentsOf(pattern, cwd)
  let base = start
  let at = 0
  for (; at < rest.length - 1; at++) {
    const segment = rest[at]!
    if (!isGlobPattern(segment)) base = join(base, literalName(segment))
    else if (await isThere(join(base, segment))) base = join(base, segment)
    else break
  }
  return { base, rest: withoutClimbing(rest.slice(at), pattern) }
}

/**
 * Whether a glob, taken from `cwd`, stands for a file, whether or not the file exists; ignore files do not count.
 *
 * @param uri `file:` URL, any other matches nothing; a fragment is left out of account
 */
export function matchesGlob(pattern: string, uri: string, cwd = '.'): boolean {
  const path = pathOfFileUri(uri.split('#', 1)[0]!)
  if (path === undefined) return false
  return expandBraces(portable(pattern)).some((alternative) => {
    const { base: start, rest } = segmentsOf(alternative, resolve(cwd))
    const literal = rest.slice(0, -1).findIndex(isGlobPattern)
    const at = literal < 0 ? rest.length - 1 : literal
    const base = join(start, ...rest.slice(0, at).map(literalName))
    if (path === base || !isInside(path, base)) return false
    const names = relative(base, path).split(sep)
    // A folder may be called what looks like a wildcard.
    const segments = rest
      .slice(at)
      .map((segment, i) => (segment === names[i] ? segment.replace(/[*?[\\]/g, '\\$&') : segment))
    const glob = compileGlob([segments])
    return glob.matches(names.slice(0, -1).reduce(glob.enter, glob.start), names.at(-1)!)
  })
}

/** On Windows a backslash separates folders, in globs too; elsewhere it escapes. */
export function portable(pattern: string): string {
  return process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern
}

function segmentsOf(pattern: string, cwd: string): SplitGlob {
  const { root } = parse(pattern)
  // `docs/*/` stands for all that lies in such folders.
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern
  const rest = whole.slice(root.length).split('/')
  return {
    base: root === '' ? cwd : resolve(cwd, root),
    rest: rest.filter((segment) => segment !== '' && segment !== '.'),
  }
}

function withoutClimbing(rest: string[], pattern: string): string[] {
  if (rest.includes('..')) throw invalidOption('source', pattern, 'a glob without ".." after its first wildcard')
  return rest
}
