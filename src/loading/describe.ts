import { decodeEntities, plainMediaType, readYamlString } from '../text/index.js'

/** What a text says of itself. */
export interface SelfDescription {
  title?: string
  /** BCP 47. */
  language?: string
}

/** Titles and languages stand at the beginning; nothing further in is looked at. In UTF-16 units. */
const LOOK_AHEAD = 1 << 16
const MAX_TITLE = 300

/**
 * The title and language a text states: Markdown's front matter or first heading, HTML's `<title>` and `lang`, LaTeX's
 * `\title`. Reads the first 65,536 units only; other media types have none.
 */
export function describeText(text: string, mediaType: string): SelfDescription {
  const describe = DESCRIBERS.get(plainMediaType(mediaType))
  if (!describe) return {}
  const head = text.slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, LOOK_AHEAD)
  const { title, language } = describe(head)
  const tidy = title?.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE)
  return {
    ...(tidy ? { title: tidy } : {}),
    ...(language && /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(language) ? { language } : {}),
  }
}

type Describer = (head: string) => { title?: string | undefined; language?: string | undefined }

const DESCRIBERS = new Map<string, Describer>([
  ['text/markdown', describeMarkdown],
  ['text/x-markdown', describeMarkdown],
  ['text/mdx', describeMarkdown],
  ['text/html', describeHtml],
  ['application/xhtml+xml', describeHtml],
  ['text/x-tex', describeLatex],
  ['text/x-latex', describeLatex],
  ['text/latex', describeLatex],
  ['application/x-tex', describeLatex],
  ['application/x-latex', describeLatex],
])

function describeMarkdown(head: string): ReturnType<Describer> {
  const lines = head.split(/\r\n|\n|\r/)
  const fields = frontMatter(lines)
  const title = fields.values.get('title') ?? firstHeading(lines, fields.end)
  return { title, language: fields.values.get('lang') ?? fields.values.get('language') }
}

/** Title and language in YAML (`---`) or TOML (`+++`) front matter, and the line after it. */
function frontMatter(lines: string[]): { values: Map<string, string>; end: number } {
  const values = new Map<string, string>()
  const fence = lines[0]?.trimEnd()
  const end =
    fence === '---' || fence === '+++' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === fence) : -1
  for (let at = 1; at < end; at++) {
    const field = /^(["']?)(title|lang|language)\1\s*[:=]\s*(\S.*)$/i.exec(lines[at]!)
    const value = field && readYamlString(field[3]!, lines.slice(at + 1, Math.min(end, at + 21)))
    if (value) values.set(field[2]!.toLowerCase(), value)
  }
  return { values, end: end + 1 }
}

/** The first ATX or setext heading outside fenced code, without its inline markup. */
function firstHeading(lines: string[], from: number): string | undefined {
  let fence: string | undefined
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!.slice(0, 1000)
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined) {
      fence = mark
      continue
    }
    const atx = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1]
    const isSetext =
      /^ {0,3}(?!\* )[\w*_"'`[(\p{L}]/u.test(line) && /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(lines[at + 1] ?? '')
    const title = plainInline(atx?.replace(/(?:^|[ \t])#+[ \t]*$/, '') ?? (isSetext ? line : ''))
    if (title !== '') return title
  }
  return undefined
}

function plainInline(markdown: string): string {
  const text = markdown
    .replace(/\{\/\*.*?\*\/\}/g, '')
    .trim()
    .replace(/(?<=\S)[ \t]*\[(?:[¶#§🔗]|\\#)\]\([^()]*\)$/u, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\s*\{#[^{}]*\}\s*$/, '')
    .replace(/\\([!-/:-@[-`{-~])|(?<!\w)[*_]+(?=\S)|(?<=\S)[*_]+(?!\w)|`+/g, '$1')
    .trim()
    .replace(/(?<=\S)\s*¶$/, '')
  return decodeEntities(text)
}

function describeHtml(head: string): ReturnType<Describer> {
  const markup = withoutComments(head)
  const root = /<html\b[^>]{0,2000}/i.exec(markup)?.[0]
  const language = root && /\slang\s*=\s*["']?([\w-]+)/i.exec(root)?.[1]
  return { title: elementText(markup, 'title'), language }
}

function withoutComments(html: string): string {
  const parts: string[] = []
  let at = 0
  for (let open = html.indexOf('<!--'); open >= 0; open = html.indexOf('<!--', at)) {
    parts.push(html.slice(at, open))
    const close = html.indexOf('-->', open + 4)
    if (close < 0) return parts.join('')
    at = close + 3
  }
  parts.push(html.slice(at))
  return parts.join('')
}

function elementText(html: string, tag: string): string | undefined {
  const lower = html.toLowerCase()
  const open = lower.search(new RegExp(`<${tag}[\\s>]`))
  const start = open < 0 ? 0 : lower.indexOf('>', open) + 1
  const end = start === 0 ? -1 : lower.indexOf(`</${tag}`, start)
  return end < 0 ? undefined : decodeEntities(html.slice(start, end))
}

function describeLatex(head: string): ReturnType<Describer> {
  const source = head.replace(/(?<!\\)%.*$/gm, '')
  const command = /\\title\s*(?:\[[^\]]{0,500}\]\s*)?\{/.exec(source)
  if (!command) return {}
  const start = command.index + command[0].length
  const title = source.slice(start, closingBrace(source, start))
  return { title: plainLatex(title) }
}

function closingBrace(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) return at
  }
  return start
}

function plainLatex(title: string): string {
  return title
    .slice(0, 2000)
    .replace(/\\(?:thanks|footnote|vspace\*?|hspace\*?)\s*\{[^{}]*\}/g, '')
    .replace(/\\\\(?:\[[^\]]*\])?|~/g, ' ')
    .replace(/\\([&%$#_{}])/g, '$1')
    .replace(/\\[A-Za-z]+\*?\s*/g, '')
    .replace(/[{}]/g, '')
}
