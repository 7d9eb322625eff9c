import { isProgram, type SniffedLines } from './sniff-lines.js'

/** Whether a text opens with front matter, as `---` (YAML) or `+++` (TOML), and what follows is not more of the same. */
export function hasFrontMatter(head: string): boolean {
  if (/^\+\+\+[ \t]*\r?\n[\w"'.-]+[ \t]*=/.test(head)) return /^\+\+\+[ \t]*$/m.test(head.slice(3))
  if (!/^---[ \t]*\r?\n(?:[ \t]*(?:#.*)?\r?\n)*["']?[A-Za-z_][\w-]*["']?:/.test(head)) return false
  const end = /^---[ \t]*$/m.exec(head.slice(3))
  return end !== null && !isYaml(head.slice(3 + end.index + end[0].length))
}

/** From here on a text is taken for Markdown. */
export const ENOUGH_SIGNS = 3

/**
 * How much speaks for Markdown. Signs that other formats share count one, those that are Markdown's own two or three;
 * two kinds are needed, but for a few that are found nowhere else.
 */
export function countMarkdownSigns({ lines, hasFence }: SniffedLines): number {
  if (isProgram(lines)) return 0
  const own =
    (hasFence ? 3 : 0) +
    countHeadings(lines) +
    (lines.some((line) => URL_LINK.test(line)) ? 3 : lines.some((line) => LINK.test(line)) ? 1 : 0) +
    (hasPipeTable(lines) ? 3 : 0) +
    (lines.some((line) => TASK.test(line)) ? 3 : 0)
  if (lines.some((line) => OTHER_FORMAT.test(line))) return own
  return (
    own +
    (hasSetextHeadings(lines) ? 3 : 0) +
    SHARED_SIGNS.filter((sign) => lines.some((line) => sign.test(line))).length
  )
}

const LINK = /(?:^|[^\w)\]])\[[^[\]\n]{1,200}\]\([^()\s]+(?: "[^"]*")?\)/
const URL_LINK = /\[[^[\]\n]{1,200}\]\(<?https?:\/\//
const TASK = /^\s*[-*+] \[[ xX]\] \S/
const SHARED_SIGNS = [
  /^ {0,3}(?:[-*+]|\d{1,3}[.)]) .*\p{L}{2}/u,
  /(?:^|[^\w*])\*\*[^\s*][^*]{0,200}\*\*(?!\w)/,
  /(?:^|[^\w`])`[^\s`][^`]{0,200}`(?![\w`_])/,
  /^> .*\p{L}{2}/u,
]
/** Directives, roles, fields and literals of reStructuredText, headings of AsciiDoc, keywords of Org mode. */
const OTHER_FORMAT =
  /^\.\. \S|^:[a-z][\w-]*:|::$|:[a-z]+:`|\S`_(?:\W|$)|(?:^|[^`])``[^`]+``(?!`)|^={1,6} \S|^#\+\w|^PEP: \d/i

/** A `#` line begins a comment in many formats: lines of one level after each other are none of Markdown. */
function countHeadings(lines: readonly string[]): number {
  const levels = lines.map((line) => /^(#{1,6})[ \t]+\S/.exec(line)?.[1]?.length ?? (/^#+$/.test(line) ? 1 : 0))
  const isHeading = (level: number, at: number) => level > 0 && levels[at - 1] !== level && levels[at + 1] !== level
  const headings = levels.filter(isHeading).length
  if (headings === 0 || headings * 2 < levels.filter((level) => level > 0).length) return 0
  const isTitled =
    levels[0]! > 0 && isHeading(levels[0]!, 0) && lines[1]?.trim() === '' && SENTENCE.test(lines[2] ?? '')
  return 2 + (isTitled || levels.some((level, at) => level > 1 && isHeading(level, at)) ? 1 : 0)
}

/** Ends as a sentence or a clause does, or is long for a setting. */
const SENTENCE = /^[\p{Lu}\p{Lo}].*(?:[.!?:,。！？]$|(?: \S+){5})/u

function isYaml(rest: string): boolean {
  const lines = rest.split(/\r\n|\n|\r/).filter((line) => /^\s*[^\s#]/.test(line))
  return lines.length > 0 && lines.slice(0, 2).every((line) => /^\s*(?:- )?["']?[\w./-]+["']?:(?:\s|$)/.test(line))
}

/** One at the very beginning, or two anywhere. A text all indented under its headings is set by hand. */
function hasSetextHeadings(lines: readonly string[]): boolean {
  const indented = lines.filter((line) => /^(?: {3,}|\t)\S/.test(line)).length
  if (indented * 2 > lines.filter((line) => line.trim() !== '').length) return false
  let count = 0
  for (const [at, line] of lines.entries()) {
    const title = lines[at - 1]
    if (title === undefined || !TITLE.test(title)) continue
    // Only reStructuredText underlines headings with these.
    if (/^([~^"*+#.'])\1{3,}[ \t]*$/.test(line) && line.trimEnd().length >= title.length) return false
    if (!/^(?:={3,}|-{3,})[ \t]*$/.test(line)) continue
    const isApart = (lines[at - 2] ?? '').trim() === '' && (lines[at + 1] ?? '').trim() === ''
    const isFirst = at === 1 && line[0] === '='
    if (!isApart || (line.length * 2 < title.length && !isFirst)) continue
    count += isFirst ? 2 : 1
  }
  return count >= 2
}

const TITLE = /^ {0,3}(?!""")[\p{L}\p{N}`*_"'[(][^|{};=]{0,120}$/u

/** A delimiter row of at least two cells under a row with as many. */
function hasPipeTable(lines: readonly string[]): boolean {
  return lines.some((line, at) => {
    if (at === 0 || !/^ {0,3}[|:-][|: \t-]*$/.test(line) || !line.includes('|')) return false
    const delimiters = cells(line)
    const header = lines[at - 1]!
    return (
      delimiters.length > 1 &&
      delimiters.every((cell) => /^[ \t]*:?-+:?[ \t]*$/.test(cell)) &&
      header.includes('|') &&
      cells(header).length === delimiters.length
    )
  })
}

function cells(row: string): string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
}
