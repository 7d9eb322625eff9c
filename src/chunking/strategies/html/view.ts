import type { Boundaries } from '../../../core/index.js'
import type { Outline } from './outline.js'
import type { Rendering } from './rendering.js'
import type { TableHeaders } from './table-headers.js'
import type { Tree } from './tree.js'

/** A page that has been read, seen from the blocks that are made of it. */
export interface View {
  source: string
  tree: Tree
  rendering: Rendering
  outline: Outline
  headers: TableHeaders
  /** Where running text is cut best: between sentences, else between words, as they are shown. */
  boundaries: Boundaries
  /** Chunks show the markup. */
  markup: boolean
}
