import type { Block, ContextPart, Span } from '../../../core/index.js'
import { itemBlock } from './blocks.js'
import { contentsOf, type ElementItem, type Item } from './contents.js'
import { borderStrength, HeadingPath, headingText, scopesHeadings } from './headings.js'
import type { HeadingAbove } from './main-content.js'
import type { View } from './view.js'

/** An item of the outermost level on its way to become a block. */
export interface TopItem {
  item: Item
  context: readonly ContextPart[]
  /** A cut here is at least as good as this. */
  strength: number
}

/** The block of a top-level item, once its span is known. */
export function topBlock(view: View, { item, context, strength }: TopItem, span: Span): Block {
  const block = itemBlock(view, item, span, context)
  if (strength > block.strength) block.strength = strength
  return block
}

/**
 * Walks over everything that is not a block itself and yields what is, with the headings in force there.
 *
 * @param above headings that are in force though they are left out
 */
export function* topLevel(view: View, root: number, title: string, above: readonly HeadingAbove[]): Generator<TopItem> {
  const { outline, tree } = view
  const path = new HeadingPath(title)
  const open: { element: number; items: Iterator<Item> }[] = []
  let strength = 0
  let nextAbove = 0
  const takeHeadings = (until: number): void => {
    for (; nextAbove < above.length && above[nextAbove]!.start < until; nextAbove++) {
      const { level, text } = above[nextAbove]!
      path.heading(level, text)
      strength = Math.max(strength, borderStrength(level))
    }
  }
  const enter = (element: number): void => {
    if (isShownSection(view, element)) strength = Math.max(strength, borderStrength(path.depth + 1))
    if (startsSection(view, element)) path.enter()
    open.push({ element, items: contentsOf(view, element) })
  }
  const leave = (element: number): void => {
    const level = startsSection(view, element) ? path.leave() : 0
    if (isShownSection(view, element)) strength = borderStrength(path.depth + 1)
    else if (level > 0) strength = Math.max(strength, borderStrength(level))
  }
  takeHeadings(tree.start(root))
  if (outline.isDissolved(root)) enter(root)
  else open.push({ element: -1, items: [wholeElement(view, root)].values() })
  while (open.length > 0) {
    const top = open[open.length - 1]!
    const next = top.items.next()
    if (next.done) {
      open.pop()
      if (top.element < 0) continue
      takeHeadings(tree.end(top.element))
      leave(top.element)
      continue
    }
    const item = next.value
    takeHeadings(item.span.start)
    if (item.element === undefined) {
      yield { item, context: path.context, strength }
      strength = 0
    } else if (outline.isDissolved(item.element)) enter(item.element)
    else {
      const { strength: own, after, ...placed } = placeElement(view, item, path)
      yield { ...placed, strength: Math.max(strength, own) }
      strength = after
    }
  }
}

/** A block element: the heading it begins with, if any, is in force for it and, unless it is a section, after it. */
function placeElement(view: View, item: ElementItem, path: HeadingPath): TopItem & { after: number } {
  const { tree } = view
  const { element } = item
  const heading = leadingHeading(view, element)
  let strength = isShownSection(view, element) ? borderStrength(path.depth + 1) : 0
  let after = strength
  if (heading < 0) return { item, context: path.context, strength, after }
  const scopes = countScopes(view, heading, element)
  for (let scope = 0; scope < scopes; scope++) path.enter()
  const level = tree.tag(heading).heading!
  path.heading(level, headingText(tree, view.rendering, heading))
  const { context } = path
  for (let scope = 0; scope < scopes; scope++) path.leave()
  strength = Math.max(strength, borderStrength(level))
  // Where the heading ends with the element, what follows is another topic.
  if (scopes > 0) after = Math.max(after, borderStrength(level))
  return { item, context, strength, after }
}

/** The heading an element begins with or is, or -1. */
function leadingHeading({ tree, rendering, outline }: View, element: number): number {
  const ink = rendering.inkBefore(tree.pieceFrom(element))
  for (let at = element; at < tree.next(element); at++) {
    if (rendering.inkBefore(tree.pieceFrom(at)) > ink) return -1
    if (outline.isBorder(at) && tree.tag(at).heading) return at
  }
  return -1
}

function countScopes(view: View, heading: number, element: number): number {
  let scopes = 0
  for (let at = heading; at > element; ) {
    at = view.tree.parent(at)
    if (startsSection(view, at)) scopes++
  }
  return scopes
}

function startsSection({ tree }: View, element: number): boolean {
  return scopesHeadings(tree.tag(element))
}

function isShownSection({ tree, outline }: View, element: number): boolean {
  return tree.tag(element).section === true && outline.isBorder(element)
}

function wholeElement({ tree }: View, element: number): ElementItem {
  return { element, span: { start: tree.start(element), end: tree.end(element) } }
}
