import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { TesseraError } from '../core/index.js'

/** Files whose lines, in the syntax of `.gitignore`, keep what they match out; later files weigh more. */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.tesseraignore'] as const

/**
 * What the ignore files of a folder and of those around it keep out. As in git, the last line that matches decides,
 * inner folders weigh more than outer ones, and case counts.
 */
export class IgnoreRules {
  readonly #scope: string
  readonly #matcher: Ignore

  private constructor(scope: string, matcher: Ignore) {
    this.#scope = scope
    this.#matcher = matcher
  }

  /** Rules for what lies below `scope`, an absolute path; none yet. */
  static none(scope: string): IgnoreRules {
    return new IgnoreRules(scope, newMatcher())
  }

  /**
   * The rules that hold in `folder`, which was named by the user: those of the ignore files from `scope` down to its
   * parent. Rules that keep the folder itself out do not count, for it was asked for.
   */
  static async around(folder: string, scope: string): Promise<IgnoreRules> {
    let rules = IgnoreRules.none(scope)
    let path = scope
    for (const name of relative(scope, folder).split(sep).filter(Boolean)) {
      rules = await rules.enter(path, IGNORE_FILES)
      path = join(path, name)
      if (rules.ignores(path, true)) rules = rules.#with([`!/${rules.#escaped(path)}/`])
    }
    return rules
  }

  /** The rules inside a folder: these and those of its own ignore files. `names` are files that stand in it. */
  async enter(folder: string, names: readonly string[]): Promise<IgnoreRules> {
    const lines: string[] = []
    for (const name of IGNORE_FILES) {
      if (names.includes(name)) lines.push(...(await readLines(join(folder, name))))
    }
    if (lines.length === 0) return this
    const prefix = this.#escaped(folder)
    return this.#with(lines.map((line) => anchored(line, prefix)).filter((line) => line !== ''))
  }

  ignores(path: string, isFolder: boolean): boolean {
    const inside = relative(this.#scope, path).split(sep).join('/')
    return inside !== '' && this.#matcher.ignores(isFolder ? `${inside}/` : inside)
  }

  #with(lines: string[]): IgnoreRules {
    return new IgnoreRules(this.#scope, newMatcher().add(this.#matcher).add(lines))
  }

  /** A folder relative to the scope as a pattern that matches only itself. */
  #escaped(folder: string): string {
    return relative(this.#scope, folder)
      .split(sep)
      .join('/')
      .replace(/[\\*?[\]!# ]/g, '\\$&')
  }
}

function newMatcher(): Ignore {
  return ignore({ ignorecase: false })
}

/** A line of an ignore file in `folder`, rewritten to mean the same from the scope. */
function anchored(line: string, folder: string): string {
  if (folder === '' || line === '' || line.startsWith('#')) return line
  const negation = line.startsWith('!') ? '!' : ''
  const pattern = line.slice(negation.length).replace(/^\\(?=[!#])/, '')
  const isAnchored = /\/./.test(pattern.trimEnd())
  return `${negation}/${folder}/${isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`}`
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '').split(/\r?\n/)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return []
    // Going on without the rules could read what they were to keep out.
    throw new TesseraError('SOURCE_UNREADABLE', `The ignore file "${path}" cannot be read (${code}).`, { path }, error)
  }
}
