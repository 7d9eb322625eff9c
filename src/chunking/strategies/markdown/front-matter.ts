import type { Span } from '../../../core/index.js'
import { readYamlString } from '../../../text/index.js'

/** Metadata a document begins with. */
export interface FrontMatter {
  /** From the opening delimiter to the end of the closing one. */
  span: Span
  /** Value of its `title`, when that is a string. */
  title: string | undefined
}

const FORMATS = [
  {
    open: /^---[ \t]*$/,
    close: /^(?:---|\.\.\.)[ \t]*$/,
    entry: /^["']?[\p{L}_$][\p{L}\p{N}_.$ -]*["']?[ \t]*:(?:[ \t]|$)/u,
  },
  { open: /^\+\+\+[ \t]*$/, close: /^\+\+\+[ \t]*$/, entry: /^(?:\[|["']?[\w.-]+["']?[ \t]*=)/ },
]
const TITLE = /^["']?title["']?[ \t]*[:=][ \t]*(.*)$/i
const LONGEST = 1 << 16

/**
 * Finds YAML (`---`) or TOML (`+++`) front matter at `from`. CommonMark would read it as a rule and a heading. To be
 * taken for front matter its first line that is neither blank nor a comment must be an entry; a document that begins
 * with a rule is left alone.
 */
export function findFrontMatter(text: string, from: number): FrontMatter | undefined {
  const first = text.charCodeAt(from)
  if (first !== 0x2d && first !== 0x2b) return undefined
  const limit = Math.min(text.length, from + LONGEST)
  let format: (typeof FORMATS)[number] | undefined
  let seenEntry = false
  let title: string | undefined
  for (let start = from; start < limit; ) {
    const end = lineEnd(text, start, limit)
    const line = text.slice(start, end)
    if (!format) {
      format = FORMATS.find(({ open }) => open.test(line))
      if (!format) return undefined
    } else if (format.close.test(line)) {
      return seenEntry ? { span: { start: from, end: start + line.trimEnd().length }, title } : undefined
    } else if (!seenEntry && line.trim() !== '' && !line.startsWith('#')) {
      if (!format.entry.test(line)) return undefined
      seenEntry = true
    }
    start = afterBreak(text, end)
    const next = start
    title ??= readTitle(line, () => linesFrom(text, next, limit))
  }
  return undefined
}

function readTitle(line: string, following: () => Iterable<string>): string | undefined {
  const value = TITLE.exec(line)?.[1]
  return value === undefined ? undefined : readYamlString(value, following())
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
