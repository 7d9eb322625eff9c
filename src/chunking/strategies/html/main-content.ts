import type { Span } from '../../../core/index.js'
import { headingText, scopesHeadings } from './headings.js'
import { inkOf } from './outline.js'
import type { Rendering } from './rendering.js'
import type { Tag } from './tags.js'
import { ANNOUNCES, MAIN, REMOVED, type Tree } from './tree.js'

/** What is left of a page without what surrounds its content. */
export interface MainContent {
  /** The element that holds the content; 0 for the document. */
  root: number
  /** What was removed inside of it, in order. */
  hidden: Span[]
  /** Headings that are left out and stand above content nevertheless, in order. */
  headings: HeadingAbove[]
}

/** A heading in force for what follows, though it is not part of it. */
export interface HeadingAbove {
  /** Offset of its start tag. */
  start: number
  level: number
  text: string
}

const AROUND_MAIN = new Set(['header', 'footer', 'nav', 'aside'])
const NAVIGATION = new Set(['nav'])

/** Removes what is not main content from the tree. */
export function selectMain(tree: Tree, rendering: Rendering): MainContent {
  const root = findMain(tree, rendering)
  const hidden = removeByName(tree, root, root > 0 ? NAVIGATION : AROUND_MAIN)
  return { root, hidden, headings: root > 0 ? headingsBefore(tree, rendering, root) : headingsRemoved(tree, rendering) }
}

/** The element that holds the main content: the largest `main`, else the largest `article`; 0 if there is none. */
function findMain(tree: Tree, rendering: Rendering): number {
  let best = 0
  let bestInk = 0
  let bestIsMain = false
  for (let element = 1; element < tree.size; ) {
    if (tree.has(element, REMOVED)) {
      element = tree.next(element)
      continue
    }
    const isMain = tree.has(element, MAIN)
    if (isMain || tree.tag(element).name === 'article') {
      const ink = inkOf(tree, rendering, element)
      if (ink > 0 && (isMain === bestIsMain ? ink > bestInk : isMain)) {
        best = element
        bestInk = ink
        bestIsMain = isMain
      }
    }
    element++
  }
  return best
}

/** Removes the elements of these names, or with their roles, inside `root` and returns their spans. */
function removeByName(tree: Tree, root: number, names: ReadonlySet<string>): Span[] {
  const hidden: Span[] = []
  for (let element = root + 1; element < tree.next(root); ) {
    const name = roleOf(tree.tag(element))
    if (!names.has(name) || tree.has(element, REMOVED)) {
      element = tree.has(element, REMOVED) ? tree.next(element) : element + 1
      continue
    }
    tree.remove(element, `mainContent: ${name}`)
    hidden.push({ start: tree.start(element), end: tree.end(element) })
    element = tree.next(element)
  }
  return hidden
}

/** The name of an element, or of the one that its role makes of it. */
function roleOf({ name, landmark }: Tag): string {
  return landmark ?? name
}

/** Every `h1` before `root`, unless it is in a section that ends before. Lower levels would name other content. */
function headingsBefore(tree: Tree, rendering: Rendering, root: number): HeadingAbove[] {
  const found: HeadingAbove[] = []
  for (let element = 1; element < root; ) {
    const tag = tree.tag(element)
    const endsBefore = tree.next(element) <= root
    if (endsBefore && tag.heading === 1) found.push(...headingAt(tree, rendering, element))
    element = endsBefore && isClosedToPath(tag) ? tree.next(element) : element + 1
  }
  return found
}

/** The headings in every `header` that was removed. */
function headingsRemoved(tree: Tree, rendering: Rendering): HeadingAbove[] {
  const found: HeadingAbove[] = []
  for (let element = 1; element < tree.size; ) {
    if (!tree.has(element, REMOVED)) {
      element++
      continue
    }
    const stop = tree.next(element)
    if (roleOf(tree.tag(element)) === 'header') {
      const before = found.length
      for (let inner = element + 1; inner < stop; ) {
        if (tree.tag(inner).heading) found.push(...headingAt(tree, rendering, inner))
        inner = isClosedToPath(tree.tag(inner)) ? tree.next(inner) : inner + 1
      }
      if (found.length > before) tree.mark(element, ANNOUNCES)
    }
    element = stop
  }
  return found
}

/** No heading inside an element is in force after it: those in sections, and in headings that were not closed. */
function isClosedToPath(tag: Tag): boolean {
  return tag.heading !== undefined || scopesHeadings(tag)
}

/** A heading that shows something. */
function headingAt(tree: Tree, rendering: Rendering, element: number): HeadingAbove[] {
  if (inkOf(tree, rendering, element) === 0) return []
  return [
    { start: tree.start(element), level: tree.tag(element).heading!, text: headingText(tree, rendering, element) },
  ]
}
