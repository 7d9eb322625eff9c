import type { Span } from '../../../core/index.js'
import { entryTitle } from './front-matter-title.js'
import { TomlStrings } from './toml-strings.js'

/** Metadata a document begins with. */
export interface FrontMatter {
  /** From the opening delimiter to the end of the closing one. */
  span: Span
  /** Value of its `title`, when that is a string. */
  title: string | undefined
}

/** A key in quotes, a word that may hold colons, or several plain words, then a colon; or a mapping in braces. */
const YAML_ENTRIES = [
  /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*:(?:[ \t]|$)/,
  /^[\p{L}\p{N}_$@/.][^\s:]*(?::[^\s:]+)*[ \t]*:(?:[ \t]|$)/u,
  /^[\p{L}_$][\p{L}\p{N}_.$ \t-]*:(?:[ \t]|$)/u,
  /^\{[ \t]*(?:$|["']?[\p{L}\p{N}_$@/][^:{}]*:)/u,
]
const TOML_ENTRIES = [/^(?:\[|["']?[\w.-]+["']?[ \t]*=)/]
const FORMATS = [
  { open: /^---[ \t]*$/, close: /^(?:---|\.\.\.)[ \t]*$/, entries: YAML_ENTRIES, isToml: false },
  { open: /^\+\+\+[ \t]*$/, close: /^\+\+\+[ \t]*$/, entries: TOML_ENTRIES, isToml: true },
]
const LONGEST = 1 << 16

/**
 * Finds YAML (`---`) or TOML (`+++`) front matter at `from`. CommonMark would read it as a rule and a heading. To be
 * taken for front matter its first line that is neither blank nor a comment must be an entry; a document that begins
 * with a rule is left alone.
 */
export function findFrontMatter(text: string, from: number): FrontMatter | undefined {
  const limit = Math.min(text.length, from + LONGEST)
  const opening = text.slice(from, lineEnd(text, from, Math.min(limit, from + 100)))
  const format = FORMATS.find(({ open }) => open.test(opening))
  if (!format) return undefined
  const strings = new TomlStrings()
  let seenEntry = false
  let inTable = false
  let title: string | undefined
  for (let start = afterBreak(text, from + opening.length); start < limit; ) {
    const end = lineEnd(text, start, limit)
    const line = text.slice(start, end)
    const next = afterBreak(text, end)
    if (!strings.isOpen) {
      if (format.close.test(line)) {
        return seenEntry ? { span: { start: from, end: start + line.trimEnd().length }, title } : undefined
      }
      if (!seenEntry && line.trim() !== '' && !line.startsWith('#')) {
        if (!format.entries.some((entry) => entry.test(line))) return undefined
        seenEntry = true
      }
      // Keys below the name of a table are the table's.
      inTable ||= format.isToml && line.startsWith('[')
      if (!inTable) title ??= entryTitle(line, () => linesFrom(text, next, limit))
    }
    if (format.isToml) strings.read(line)
    start = next
  }
  return undefined
}

function* linesFrom(text: string, from: number, limit: number): Generator<string> {
  for (let start = from; start < limit; ) {
    const end = lineEnd(text, start, limit)
    yield text.slice(start, end)
    start = afterBreak(text, end)
  }
}

function afterBreak(text: string, end: number): number {
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}

function lineEnd(text: string, start: number, limit: number): number {
  for (let end = start; end < limit; end++) {
    const code = text.charCodeAt(end)
    if (code === 10 || code === 13) return end
  }
  return limit
}
