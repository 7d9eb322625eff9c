import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The root of the project. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Every document for readers, by path from the root. */
export const DOCUMENTS: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/'))),
].sort()

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

export interface CodeBlock {
  language: string
  code: string
  /** Line of the fence, from 1. */
  line: number
}

/** Fenced code, of list items too, without their indent. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^([ ]*)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(
    ({ 1: indent = '', 2: language = '', 3: code = '', index }) => ({
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: markdown.slice(0, index).split('\n').length,
    }),
  )
}

/** The text from one heading to the next of the same or a higher level. */
export function section(markdown: string, heading: string): string {
  const begin = markdown.indexOf(`\n${heading}\n`)
  if (begin < 0) throw new Error(`There is no heading "${heading}".`)
  const level = /^#+/.exec(heading)![0].length
  const body = markdown.slice(begin + heading.length + 2)
  const end = withoutCode(body).search(new RegExp(`^#{1,${level}} `, 'm'))
  return end < 0 ? body : body.slice(0, end)
}

/** Rows of all tables, cells without the code marks around them, head rows left out. */
export function tableRows(markdown: string): string[][] {
  const lines = withoutCode(markdown).split('\n')
  return lines.flatMap((line, index) => {
    const isHead = lines[index + 1]?.startsWith('|--') === true
    if (!line.startsWith('|') || line.startsWith('|--') || isHead) return []
    return [
      line
        .slice(1, line.lastIndexOf('|'))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')),
    ]
  })
}

/** Targets of links, code aside. */
export function links(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!)
}

/** What a heading is called in links. */
export function anchors(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The same length, with code as spaces. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ' '))
}
