import { mediaTypeOfName } from './media-types.js'
import { looksLikeHtml, looksLikeLatex, looksLikeMarkdown } from './sniff-fragments.js'

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
 * `text/plain`. Looks at the first 4,096 units only, except that up to a million units are parsed to recognise JSON.
 */
export function sniffMediaType(text: string): string {
  const head = text.slice(0, LOOK_AHEAD).trimStart()
  return (
    sniffScript(head) ??
    sniffMarkup(head) ??
    sniffJson(text, head) ??
    sniffLatex(head) ??
    sniffMarkdown(head) ??
    sniffFragment(head) ??
    'text/plain'
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
  if (!head.startsWith('#!')) return undefined
  const line = head.split(/[\r\n]/, 1)[0]!.slice(0, 200)
  return INTERPRETERS.find(([pattern]) => pattern.test(line))?.[1]
}

function sniffMarkup(head: string): string | undefined {
  if (/^<!doctype\s+html\b/i.test(head) || /^<(?:html|head|body)[\s>]/i.test(head)) return 'text/html'
  if (!/^<\?xml\s/i.test(head)) return undefined
  if (/<html[\s>]/i.test(head)) return 'application/xhtml+xml'
  return /<svg[\s>]/i.test(head) ? 'image/svg+xml' : 'application/xml'
}

function sniffJson(text: string, head: string): string | undefined {
  if (head[0] !== '{' && head[0] !== '[') return undefined
  if (text.length <= PARSE_LIMIT && parses(text)) return 'application/json'
  const [first, second] = head.split('\n', 2)
  if (second !== undefined && second.trim() !== '' && isRecord(first!)) return 'application/x-ndjson'
  return text.length > PARSE_LIMIT && /^(?:\{\s*"|\[\s*[[{"])/.test(head) ? 'application/json' : undefined
}

/** A byte order mark is no part of JSON's grammar, but of many a file. */
function parses(text: string): boolean {
  try {
    JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
    return true
  } catch {
    return false
  }
}

function isRecord(line: string): boolean {
  const trimmed = line.trim()
  return (trimmed.startsWith('{') || trimmed.startsWith('[')) && parses(trimmed)
}

function sniffLatex(head: string): string | undefined {
  return /^[ \t]*\\(?:documentclass|documentstyle|begin\{document\})/m.test(head) ? 'text/x-tex' : undefined
}

/** A lone `#` line is a comment in many formats: a second sign of Markdown has to stand beside it. */
function sniffMarkdown(head: string): string | undefined {
  if (/^---\r?\n[A-Za-z_][\w-]*:/.test(head) && /^---[ \t]*$/m.test(head.slice(3))) return 'text/markdown'
  const hasHeading = /^#{1,6} \S/m.test(head)
  const hasOther = /^(?:```|~~~|#{2,6} \S)|\]\([^)\s]+\)/m.test(head)
  return hasHeading && hasOther ? 'text/markdown' : undefined
}

/** Parts of documents, and Markdown without its usual signs: weaker evidence, so it comes last. */
function sniffFragment(head: string): string | undefined {
  if (looksLikeLatex(head)) return 'text/x-tex'
  if (looksLikeHtml(head)) return 'text/html'
  return looksLikeMarkdown(head) ? 'text/markdown' : undefined
}
