import { TesseraError } from '../core/index.js'

/**
 * A compiled glob, matched step by step while folders are walked, so that folders in which nothing can match are never
 * opened. A state is the set of places in the pattern that the path so far can stand at; no path is matched twice and
 * nothing backtracks over folders.
 */
export interface Glob {
  /** The state at the folder the glob starts from. */
  readonly start: GlobState
  /** The state inside a folder; empty when nothing below it can match. */
  enter(state: GlobState, folder: string): GlobState
  /** Whether a name in a folder completes the pattern. */
  matches(state: GlobState, name: string): boolean
}

/** Sorted positions in the pattern. */
export type GlobState = readonly number[]

type Token =
  | { kind: 'char'; char: string }
  | { kind: 'any' }
  | { kind: 'star' }
  | { kind: 'class'; negated: boolean; ranges: [string, string][] }
type Segment =
  | { kind: 'globstar' }
  | { kind: 'end' }
  | { kind: 'literal'; name: string }
  | { kind: 'pattern'; tokens: Token[] }

/** Everything below a folder except what is hidden. */
export const EVERYTHING = compileGlob([['**']])

/** Most alternatives one pattern may expand to by its braces. */
const MAX_ALTERNATIVES = 1000

/** Names that only their own literal name matches. */
const NEVER_WALKED = new Set(['.git', 'node_modules'])

/**
 * Compiles alternatives, each a list of path segments. `*` and `?` stand for characters of one name, `[a-z]` and `[!a]`
 * for one of a set, `**` alone for any number of folders, `\` takes the meaning from what follows. Names with a leading
 * dot match only a segment that writes the dot; `.git` and `node_modules` only a segment that writes them out.
 */
export function compileGlob(alternatives: readonly (readonly string[])[]): Glob {
  const segments: Segment[] = []
  const starts: number[] = []
  for (const alternative of alternatives) {
    starts.push(segments.length)
    for (const segment of alternative) segments.push(compileSegment(segment))
    segments.push({ kind: 'end' })
  }
  const step = (state: GlobState, name: string): GlobState => {
    const next: number[] = []
    for (const at of state) {
      const segment = segments[at]!
      if (segment.kind === 'globstar') {
        if (isHidden(name)) continue
        next.push(at)
        if (segments[at + 1]!.kind === 'end') next.push(at + 1)
      } else if (segment.kind !== 'end' && matchesSegment(segment, name)) next.push(at + 1)
    }
    return closure(segments, next)
  }
  return {
    start: closure(segments, starts),
    enter: (state, folder) => step(state, folder).filter((at) => segments[at]!.kind !== 'end'),
    matches: (state, name) => step(state, name).some((at) => segments[at]!.kind === 'end'),
  }
}

/** Whether a segment or pattern means more than its literal self. */
export function isGlobPattern(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, '')
  return /[*?]|\[[^\]]+\]/.test(bare) || expandBraces(pattern).length > 1
}

/** A segment's name when it has no wildcard: escapes resolved. */
export function literalName(segment: string): string {
  return segment.replace(/\\(.)/g, '$1')
}

/**
 * All strings a pattern's `{a,b}` stand for, each once; groups may be nested, and a group without a comma is literal.
 *
 * @throws TesseraError `INVALID_OPTION` beyond 1,000 strings
 */
export function expandBraces(pattern: string): string[] {
  const finished = new Set<string>()
  const pending = [pattern]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const group = firstGroup(next)
    if (!group) {
      finished.add(next)
      continue
    }
    const before = next.slice(0, group[0])
    const after = next.slice(group.at(-1)! + 1)
    for (let i = group.length - 1; i > 0; i--) pending.push(before + next.slice(group[i - 1]! + 1, group[i]) + after)
    if (pending.length + finished.size > MAX_ALTERNATIVES) {
      throw new TesseraError(
        'INVALID_OPTION',
        `The glob "${pattern}" stands for more than ${MAX_ALTERNATIVES} patterns.`,
        {
          glob: pattern,
          limit: MAX_ALTERNATIVES,
        },
      )
    }
  }
  return [...finished]
}

/** Offsets of the opening brace, the commas and the closing brace of the first group to close that has a comma. */
function firstGroup(pattern: string): number[] | undefined {
  const open: number[][] = []
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (char === '{') open.push([at])
    else if (char === ',') open.at(-1)?.push(at)
    else if (char === '}') {
      const group = open.pop()
      if (group && group.length > 1) return [...group, at]
    }
  }
  return undefined
}

/** Adds what is reached without a name: `**` may stand for no folder at all, except at the end, where it is the file. */
function closure(segments: readonly Segment[], positions: readonly number[]): GlobState {
  const reached = new Set<number>()
  for (const position of positions) {
    let at = position
    reached.add(at)
    while (segments[at]!.kind === 'globstar' && segments[at + 1]!.kind !== 'end') reached.add(++at)
  }
  return [...reached].sort((a, b) => a - b)
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || NEVER_WALKED.has(name)
}

function matchesSegment(segment: Segment & { kind: 'literal' | 'pattern' }, name: string): boolean {
  if (segment.kind === 'literal') return segment.name === name
  if (NEVER_WALKED.has(name)) return false
  const first = segment.tokens[0]
  if (name.startsWith('.') && !(first?.kind === 'char' && first.char === '.')) return false
  return matchesTokens(segment.tokens, [...name])
}

/** Wildcard matching that goes back to the last star only: at most tokens times characters. */
function matchesTokens(tokens: readonly Token[], chars: readonly string[]): boolean {
  let token = 0
  let star = -1
  let resume = 0
  for (let at = 0; at < chars.length; ) {
    const next = tokens[token]
    if (next?.kind === 'star') {
      star = token++
      resume = at
    } else if (next && matchesToken(next, chars[at]!)) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++resume
    } else return false
  }
  while (tokens[token]?.kind === 'star') token++
  return token === tokens.length
}

function matchesToken(token: Token, char: string): boolean {
  if (token.kind === 'char') return token.char === char
  if (token.kind === 'class') return token.ranges.some(([from, to]) => from <= char && char <= to) !== token.negated
  return token.kind === 'any'
}

function compileSegment(segment: string): Segment {
  if (segment === '**') return { kind: 'globstar' }
  const tokens = tokenize([...segment])
  if (tokens.some((token) => token.kind !== 'char')) return { kind: 'pattern', tokens }
  return { kind: 'literal', name: tokens.map((token) => (token as Token & { kind: 'char' }).char).join('') }
}

function tokenize(chars: readonly string[]): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!
    const set = char === '[' ? tokenizeClass(chars, at) : undefined
    if (set) {
      tokens.push(set.token)
      at = set.end
    } else if (char === '*') tokens.push({ kind: 'star' })
    else if (char === '?') tokens.push({ kind: 'any' })
    else if (char === '\\' && at + 1 < chars.length) tokens.push({ kind: 'char', char: chars[++at]! })
    else tokens.push({ kind: 'char', char })
  }
  return tokens
}

/** A set in brackets; one without its closing bracket is literal. */
function tokenizeClass(chars: readonly string[], open: number): { token: Token; end: number } | undefined {
  let at = open + 1
  const negated = chars[at] === '!' || chars[at] === '^'
  if (negated) at++
  const ranges: [string, string][] = []
  for (const first = at; at < chars.length; at++) {
    if (chars[at] === ']' && at > first) return { token: { kind: 'class', negated, ranges }, end: at }
    if (chars[at] === '\\' && at + 1 < chars.length) at++
    const from = chars[at]!
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length && chars[at + 2] !== ']'
    ranges.push([from, isRange ? chars[at + 2]! : from])
    if (isRange) at += 2
  }
  return undefined
}
