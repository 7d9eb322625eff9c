/**
 * Whether a text begins as a part of a LaTeX document does: a sectioning command at the start of a line, and another
 * command beside it.
 */
export function looksLikeLatex(head: string): boolean {
  return SECTIONING.test(head) && COMMAND.test(head)
}

const SECTIONING = /^[ \t]*\\(?:part|chapter|(?:sub){0,2}section|paragraph)\*?[ \t]*(?:\[[^\][\n]*\])?\{/m
const COMMAND =
  /\\(?:[A-Za-z]*cite[a-z]*|label|(?:eq|auto|c|page)?ref|begin|emph|text[a-z]{2}|footnote|input|includegraphics|caption)\*?[[{]|\\item\b/

/** Whether a text is a piece of HTML: it begins with a block's tag, and another tag follows where prose would have words. */
export function looksLikeHtml(head: string): boolean {
  const markup = head.replace(/^\s*(?:<!--[\s\S]*?-->\s*)+/, '')
  const first = BLOCK_TAG.exec(markup)
  if (!first) return false
  const rest = markup.slice(first[0].length)
  if (/^\s*<(?:[a-z][a-z\d]*[\s>/]|!--)/i.test(rest)) return ANY_TAG.test(rest)
  // "<p> and <div> are tags" speaks of tags; a block's own text stands right behind its tag or on the next line.
  if (/^[ \t]/.test(rest)) return false
  return new RegExp(`</${first[1]}\\s*>`, 'i').test(rest)
}

const BLOCK_TAG =
  /^\s*<(address|article|aside|blockquote|details|div|dl|figure|footer|form|h[1-6]|header|main|nav|ol|p|pre|section|table|ul)(?:\s[^<>]*)?>/i
const ANY_TAG =
  /<\/?(?:a|article|b|blockquote|br|button|code|dd|div|dt|em|figure|footer|form|h[1-6]|header|i|img|input|label|li|main|nav|ol|p|pre|section|span|strong|summary|table|tbody|td|th|thead|tr|ul)[\s>/]/i

/** Whether a text without `#` headings is Markdown all the same: by underlined headings, or a table of pipes. */
export function looksLikeMarkdown(head: string): boolean {
  const lines = head.split(/\r\n|\n|\r/)
  return hasSetextHeadings(lines) || hasPipeTable(lines)
}

/** One at the very beginning, or two anywhere. Directives and fields of reStructuredText speak against it. */
function hasSetextHeadings(lines: readonly string[]): boolean {
  let count = 0
  for (const [at, line] of lines.entries()) {
    if (/^\.\. |^:[a-z][\w-]*:|::$/i.test(line)) return false
    const title = lines[at - 1]
    if (title === undefined || !/^(?:={3,}|-{3,})[ \t]*$/.test(line) || !TITLE.test(title)) continue
    const isApart = (lines[at - 2] ?? '').trim() === '' && (lines[at + 1] ?? '').trim() === ''
    if (!isApart || line.length * 2 < title.length) continue
    count += at === 1 && line[0] === '=' ? 2 : 1
  }
  return count >= 2
}

const TITLE = /^ {0,3}[\p{L}\p{N}`*_"'[(][^|{};=]{0,120}$/u

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
