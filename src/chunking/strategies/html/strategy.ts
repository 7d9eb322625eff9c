import {
  type Block,
  type CallOptions,
  type ChunkingOptions,
  type Document,
  invalidOption,
  type Strategy,
  type Structure,
  throwIfAborted,
} from '../../../core/index.js'
import { type Dropped, markupBlocks, renderedBlocks } from './dropped.js'
import { type MainContent, selectMain } from './main-content.js'
import { outlinePage } from './outline.js'
import type { Page } from './page-builder.js'
import { readPage } from './reader.js'
import { Rendering } from './rendering.js'
import { shownBoundaries } from './shown-boundaries.js'
import { findTableHeaders } from './table-headers.js'
import { topLevel } from './top-level.js'
import type { View } from './view.js'

/** Options of the `html` strategy beside those of all strategies. */
export interface HtmlOptions extends ChunkingOptions {
  /**
   * Default true: chunks are the text of the page as a browser shows it, mapped to the source by `segments`. False:
   * chunks are the source with its tags, made whole by `open` and `close`.
   */
  stripTags?: boolean | undefined
  /** Names of elements that are left out with all they hold, beside those that a page does not show. */
  removeTags?: readonly string[] | undefined
  /**
   * Default false. True: only the main content, which is the largest `main` (or `role=main`), else the largest
   * `article`, without `nav`; on a page without them, all but `header`, `footer`, `nav` and `aside`. A `role` counts like the element it stands for.
   * Headings left out with a `header`, and any `h1` before the main content, stay in the context.
   */
  mainContent?: boolean | undefined
}

/** Cuts web pages along their articles, sections, headings, paragraphs, lists, tables and preformatted text. */
export const htmlStrategy: Strategy<HtmlOptions> = {
  validate(options) {
    requireBoolean('stripTags', options.stripTags)
    requireBoolean('mainContent', options.mainContent)
    namesToRemove(options.removeTags)
  },
  structure(document: Document, options: Readonly<HtmlOptions>, call: CallOptions): Structure {
    throwIfAborted(call.signal)
    const markup = options.stripTags === false
    const page = readPage(document.text, {
      markup,
      removeTags: namesToRemove(options.removeTags),
      xhtml: document.mediaType === 'application/xhtml+xml',
    })
    throwIfAborted(call.signal)
    return structureOf(page, markup, options.mainContent === true)
  },
}

const OUTSIDE = 'mainContent: outside'
const TAG_NAME = /^[a-z][^\s/>]*$/i

function structureOf(page: Page, markup: boolean, mainContent: boolean): Structure {
  const { source, tree, warnings } = page
  let rendering = new Rendering(source, page.pieces, [])
  let main: MainContent = { root: 0, hidden: [], headings: [] }
  if (mainContent) {
    main = selectMain(tree, rendering)
    rendering = new Rendering(source, page.pieces, main.hidden)
  }
  const outline = outlinePage(source, tree, rendering, markup)
  const headers = findTableHeaders(tree, rendering)
  const view: View = { source, tree, rendering, outline, headers, boundaries: shownBoundaries(rendering), markup }
  const dropped: Dropped[] = []
  const blocks = pageBlocks(view, main, page.title, dropped)
  if (markup) return { blocks, dropped, warnings }
  return { blocks, dropped, warnings, render: (part) => rendering.render(part) }
}

function* pageBlocks(view: View, { root, headings }: MainContent, title: string, dropped: Dropped[]): Generator<Block> {
  const { source, tree } = view
  const within = root > 0 ? { start: tree.start(root), end: tree.end(root) } : { start: 0, end: source.length }
  const items = topLevel(view, root, title, headings)
  if (within.start > 0) dropped.push({ span: { start: 0, end: within.start }, reason: OUTSIDE })
  yield* view.markup ? markupBlocks(view, items, within, dropped) : renderedBlocks(view, items, within, dropped)
  if (within.end < source.length) dropped.push({ span: { start: within.end, end: source.length }, reason: OUTSIDE })
}

function namesToRemove(names: unknown): ReadonlySet<string> {
  if (names === undefined) return new Set()
  const valid = Array.isArray(names) && names.every((name) => typeof name === 'string' && TAG_NAME.test(name))
  if (!valid) throw invalidOption('removeTags', names, 'a list of element names such as ["nav", "footer"]')
  return new Set(names.map((name: string) => name.toLowerCase()))
}

function requireBoolean(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalidOption(name, value, 'true or false')
}
