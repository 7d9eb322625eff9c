import type { Quotable } from './quotable.js'

/**
 * What a reader is shown of neighbouring quotables: the words without the marks of their format and with white space
 * collapsed, rows as `header: cell`, code as it stands. Only for reading: the quotation beside it stays verbatim.
 *
 * @param text of the chunk
 */
export function forReading(text: string, parts: readonly Quotable[]): string {
  const first = parts[0]!
  const isLatex = LATEX.test(text.slice(first.from, parts.at(-1)!.to))
  if (first.kind === 'code') return dedented(text.slice(first.from, parts.at(-1)!.to))
  if (first.kind === 'row') return parts.map(({ text: row, about }) => rowForReading(row, about, isLatex)).join('\n')
  let shown = ''
  parts.forEach((part, index) => {
    const gap = index === 0 ? '' : text.slice(parts[index - 1]!.to, part.from)
    // Items of a list stay lines of their own.
    shown += (gap.includes('\n') && gap.trim() !== '' ? '\n' : gap && ' ') + proseForReading(part.text, isLatex)
  })
  return shown.trim()
}

const LATEX = /\\[a-z]+\{|\$[^$]+\$|&.*\\\\/i

/** @param text a sentence, or the cell of a row */
function proseForReading(text: string, isLatex: boolean): string {
  const lines = text.replace(/\n[ \t]*>+ ?/g, '\n')
  const plain = isLatex
    ? withoutLatex(lines)
    : lines.replace(CODE_SPAN, (span, code, other) => (code ? span : withoutMarkdown(other)))
  return plain.replace(/\s+/g, ' ').trim()
}

const CODE_SPAN = /(`+[^`]*`+)|([^`]+|`+)/g
const HTML_TAG =
  /<\/?(?:a|b|br|code|details|div|em|i|img|kbd|li|ol|p|small|span|strong|su[bp]|summary|t[dhr]|u|ul)\b[^<>]*>/gi

function withoutMarkdown(text: string): string {
  return (
    text
      .replace(/!\[([^\][]*)\]\([^()\s]*\)/g, '$1')
      .replace(/\[([^\][]+)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, '$1')
      .replace(/\[([^\][]+)\]\[[^\][]*\]/g, '$1')
      .replace(HTML_TAG, '')
      .replace(/(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1(?![\w*])/g, '$2')
      // A single word between underscores is more often a name, such as __init__.
      .replace(/(?<![\w\\])(_{1,2})(?=[^\s_])([^_]*\s[^_]*[^\s_])\1(?!\w)/g, '$2')
      .replace(/\\([[\](){}*_#.!+`<>|-])/g, '$1')
  )
}

function withoutLatex(text: string): string {
  return text
    .replace(/(?<!\\)%.*$/gm, '')
    .replace(/~?\\(?:label|index|glsadd|footnotemark|cite[a-z]*)(?:\[[^\][]*\])*\{[^{}]*\}/g, '')
    .replace(/\\(?:emph|text(?:bf|it|rm|sc|sf|sl|tt)|underline)\{([^{}]*)\}/g, '$1')
    .replace(/(?<!\\)~/g, ' ')
}

function rowForReading(row: string, header: string, isLatex: boolean): string {
  const cells = cellsOf(row, isLatex)
  const names = cellsOf(header.split('\n')[0]!, isLatex)
  if (cells.length < 2 || names.length !== cells.length) return cells.filter(Boolean).join(' | ')
  return cells
    .flatMap((cell, index) => (cell === '' ? [] : [names[index] ? `${names[index]}: ${cell}` : cell]))
    .join('; ')
}

/** The cells of a row in Markdown, LaTeX, or of columns with tabs between them. */
function cellsOf(row: string, isLatex: boolean): string[] {
  const inner = row.replace(/^[\s>]*\|/, '').replace(/(?:(?<!\\)\||\\\\(?:\s*\\\w+)?)\s*$/, '')
  const border = inner.includes('\t') ? /\t/ : /(?<!\\)\|/.test(inner) ? /(?<!\\)\|/ : /(?<!\\)&/
  return inner.split(border).map((cell) => proseForReading(cell, isLatex))
}

/** Without the indent that all lines share; the first line begins after its own. */
function dedented(text: string): string {
  const [first, ...others] = text.replaceAll('\r\n', '\n').replace(/,$/, '').split('\n')
  const indents = others.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length)
  const shared = Math.min(...indents)
  return [first!, ...others.map((line) => line.slice(shared))].map((line) => line.trimEnd()).join('\n')
}
