import type { Chunk, Document } from '../../core/document.js'
import { plainMediaType } from '../../text/index.js'
import { openEnvironments, openFences, openTags } from './balance.js'
import { cutHtmlRows, cutPipeRows } from './table-rows.js'

/** What a chunk can break. */
export type StructureName = 'fences' | 'environments' | 'tags' | 'rows'

/** How often chunks break what a reader of the format expects whole; only what the document's format has. */
export type BrokenStructures = Partial<Record<StructureName, number>>

type Check = (document: Document, chunks: readonly Chunk[]) => number

const MARKDOWN: Partial<Record<StructureName, Check>> = { fences: unbalanced(openFences), rows: cutPipeRows }
const HTML: Partial<Record<StructureName, Check>> = { tags: unbalanced(openTags), rows: cutHtmlRows }
const TEX: Partial<Record<StructureName, Check>> = { environments: unbalanced(openEnvironments) }

const CHECKS: Record<string, Partial<Record<StructureName, Check>>> = {
  'text/markdown': MARKDOWN,
  'text/x-markdown': MARKDOWN,
  'text/mdx': MARKDOWN,
  'text/html': HTML,
  'application/xhtml+xml': HTML,
  'text/x-tex': TEX,
  'text/x-latex': TEX,
  'text/latex': TEX,
  'application/x-tex': TEX,
  'application/x-latex': TEX,
}

/**
 * Counts broken structures by the format of the document, whatever strategy cut it. The checks are simple readers of
 * their own, so that no strategy is judged by itself.
 */
export function countBroken(document: Document, chunks: readonly Chunk[]): BrokenStructures {
  const checks = CHECKS[plainMediaType(document.mediaType)] ?? {}
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check(document, chunks)]))
}

/** A check that counts what the texts of chunks leave open, but for what the document itself leaves open. */
function unbalanced(countOpen: (text: string) => number): Check {
  return (document, chunks) => {
    // A rendering has no markup that could be left open.
    const shown = chunks.filter(({ segments }) => !segments)
    if (shown.length === 0) return 0
    const open = shown.reduce((sum, { text }) => sum + countOpen(text), 0)
    return Math.max(0, open - countOpen(document.text))
  }
}
