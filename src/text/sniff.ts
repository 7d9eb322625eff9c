import { mediaTypeOfName } from './media-types.js'
import { looksLikeHtml, opensHtmlPage, skipHtmlComments, withoutRawElements } from './sniff-html.js'
import { holdsLatex, opensAsLatex, opensWithEnvironment } from './sniff-latex.js'
import { outsideEnvironments, sniffLines } from './sniff-lines.js'
import { countMarkdownSigns, ENOUGH_SIGNS, hasFrontMatter } from './sniff-markdown.js'

/** How far the content is looked at, in UTF-16 units. */
const LOOK_AHEAD = 4096
/** Up to this length a text that begins like JSON is parsed to be sure, in UTF-16 units. */
const PARSE_LIMIT = 1 << 20

/** The media type by the extension of a name or uri, else by the content. */
export function guessMediaType(text: string, name?: string): string {
  return (name === undefined ? undefined : mediaTypeOfName(name)) ?? sniffMediaType(text)
}

/**
 * The media type a text looks like: HTML, XML, JSON, JSON Lines, LaTeX, Markdown or a script with a `#!` line, else
 * `text/plain`. Looks at 4,096 units only, after white space and comments of HTML, except that up to a million units
 * are parsed to recognise JSON.
 */
export function sniffMediaType(text: string): string {
  const content = text.trimStart()
  const head = content.slice(0, LOOK_AHEAD)
  const markup = skipHtmlComments(content).slice(0, LOOK_AHEAD)
  return (
    sniffScript(head) ?? sniffMarkup(markup) ?? sniffJson(content, head) ?? sniffDocument(head, markup) ?? 'text/plain'
  )
}

const INTERPRETERS: [RegExp, string][] = [
  [/\bpython[\d.]*\b/, 'text/x-python'],
  [/\b(?:node|deno|bun)\b/, 'text/javascript'],
  [/\b(?:ba|z|k|da|fi)?sh\b/, 'text/x-shellscript'],
  [/\bruby\b/, 'text/x-ruby'],
  [/\bperl\b/, 'text/x-perl'],
  [/\bphp\b/, 'text/x-php'],
]

function sniffScript(head: string): string | undefined {
  if (/^<\?php\s/i.test(head)) return 'text/x-php'
  if (!head.startsWith('#!')) return undefined
  const line = head.split(/[\r\n]/, 1)[0]!.slice(0, 200)
  return INTERPRETERS.find(([pattern]) => pattern.test(line))?.[1]
}

function sniffMarkup(head: string): string | undefined {
  if (opensHtmlPage(head)) return 'text/html'
  if (/^<svg[\s>]/i.test(head)) return 'image/svg+xml'
  if (!/^<\?xml\s/i.test(head)) return undefined
  if (/<html[\s>]/i.test(head)) return 'application/xhtml+xml'
  return /<svg[\s>]/i.test(head) ? 'image/svg+xml' : 'application/xml'
}

/** Comments and commas too many are found in much that is called JSON: a key at the very beginning is enough. */
function sniffJson(text: string, head: string): string | undefined {
  if (head[0] !== '{' && head[0] !== '[') return undefined
  if (text.length <= PARSE_LIMIT && parses(text)) return 'application/json'
  const end = text.indexOf('\n')
  if (end > 0 && end <= PARSE_LIMIT && /^\s*[[{]/.test(text.slice(end + 1, end + 80)) && isRecord(text.slice(0, end)))
    return 'application/x-ndjson'
  if (/^(?:\[\s*)?\{(?:\s|\/\/.*)*"[^"\n]*"\s*:/.test(head)) return 'application/json'
  return text.length > PARSE_LIMIT && /^\[\s*[[{"]/.test(head) ? 'application/json' : undefined
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isRecord(line: string): boolean {
  const trimmed = line.trim()
  return (trimmed.startsWith('{') || trimmed.startsWith('[')) && parses(trimmed)
}

/** Documents and parts of documents: the surer a sign, the earlier it is asked for. */
function sniffDocument(head: string, markup: string): string | undefined {
  if (hasFrontMatter(head)) return 'text/markdown'
  if (looksLikeHtml(markup)) return countSigns(withoutRawElements(markup)) >= 2 ? 'text/markdown' : 'text/html'
  if (opensAsLatex(sniffLines(head).lines)) return 'text/x-tex'
  if (countSigns(head) >= ENOUGH_SIGNS) return 'text/markdown'
  const { lines } = sniffLines(head)
  return opensWithEnvironment(lines) || holdsLatex(lines) ? 'text/x-tex' : undefined
}

function countSigns(head: string): number {
  const { lines, hasFence } = sniffLines(head.replace(/<!--[\s\S]*?(?:-->|$)/g, ''))
  return countMarkdownSigns({ lines: outsideEnvironments(lines), hasFence })
}
