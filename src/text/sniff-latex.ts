import { isProgram } from './sniff-lines.js'

/**
 * Whether a text opens as LaTeX does: with a command that opens a document or a part of one, after nothing but blank
 * lines and comments, or with a comment for the editor such as `% !TeX root = main.tex`.
 */
export function opensAsLatex(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => /^\s*[^\s%]/.test(line))
  const comments = first < 0 ? lines : lines.slice(0, first)
  if (comments.some((line) => /^\s*%+\s*!\s*(?:tex|bib)\b/i.test(line))) return true
  const opening = lines[first]
  if (opening === undefined) return false
  if (OPENING.test(opening)) return true
  return /^\s*\\[A-Za-z@]{2,}/.test(opening) && lines.some((line) => DOCUMENT.test(line))
}

/** Whether a text opens with an environment, which Markdown may do as well. */
export function opensWithEnvironment(lines: readonly string[]): boolean {
  return /^\s*\\begin\{[A-Za-z]+\*?\}/.test(lines.find((line) => /^\s*[^\s%]/.test(line)) ?? '')
}

/** Whether LaTeX's commands stand in a text that opens with words: structure at the start of a line, and a command beside it. */
export function holdsLatex(lines: readonly string[]): boolean {
  const shown = lines.map((line) => line.replace(/`[^`]*`/g, ''))
  const first = shown.findIndex((line, at) => isStructure(line, shown[at - 1]))
  if (first < 0) return false
  const before = lines.slice(0, first).filter((line) => !/\\[A-Za-z]|\\\\$|\$/.test(line))
  return !isProgram(before) && shown.some((line, at) => COMMAND.test(line) || (at > first && STRUCTURE.test(line)))
}

const SECTION = String.raw`(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?[ \t]*(?:\[[^\][\n]*\])?\{`
const DOCUMENT = /^[ \t]*\\(?:documentclass|documentstyle|begin\{document\})/
const OPENING = new RegExp(
  String.raw`^\s*\\(?:${SECTION}|(?:documentclass|documentstyle|usepackage|RequirePackage|NeedsTeXFormat|Provides[A-Z]\w+|` +
    `title|author|input|include|subfile|caption|label|bibliography(?:style)?|new[a-z]+|` +
    String.raw`renewcommand|providecommand|Declare[A-Z]\w+|setcounter|setlength|pgfplotsset|tikzset)\*?[[{]|` +
    String.raw`(?:maketitle|tableofcontents|appendix|frontmatter|mainmatter|backmatter|makeatletter)\s*(?:%|$)|[gex]?def\\|let\\)`,
)
const STRUCTURE = new RegExp(String.raw`^ {0,3}\\${SECTION}|^\\begin\{[A-Za-z]+\*?\}|^\\end\{[A-Za-z]+\*?\}\s*$`)
const COMMAND =
  /\\(?:[A-Za-z]*cite[a-z]*|label|[A-Za-z]*ref|emph|text[a-z]{2}|footnote|input|includegraphics|caption|item)\*?(?:[[{]|\b(?= ))/

/** Formulas between `$$` lines, environment and all, stand in Markdown too. */
function isStructure(line: string, before: string | undefined): boolean {
  return STRUCTURE.test(line) && before?.trim() !== '$$'
}
