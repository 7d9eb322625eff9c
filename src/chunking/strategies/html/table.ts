import type { Span } from '../../../core/index.js'
import type { Item } from './contents.js'
import type { View } from './view.js'

/** Rows under the header of a table: every part of them is shown with the header before it. */
export interface HeadedRows {
  rows: Item[]
  span: Span
  kind: 'rows'
  strength: number
  wrap(): { open: string; close: string }
}

const ROWS_STRENGTH = 0.3

/** The items of a table or row group: up to its header one by one, and then the rows under it as one. */
export function* tableParts(view: View, element: number, items: Iterable<Item>): Generator<Item | HeadedRows> {
  const { kind } = view.tree.tag(element)
  if (kind !== 'table' && kind !== 'rows') {
    yield* items
    return
  }
  let header: Span | undefined
  let rowsSeen = false
  const rows: Item[] = []
  for (const item of items) {
    if (header) {
      rows.push(item)
      continue
    }
    yield item
    if (item.element === undefined) continue
    if (!rowsSeen && isHeader(view, item.element)) header = ownSpan(view, item.element)
    rowsSeen ||= view.tree.tag(item.element).display === 'row' || view.tree.tag(item.element).kind === 'rows'
  }
  if (!header || rows.length === 0) return
  const found = header
  yield {
    rows,
    span: { start: rows[0]!.span.start, end: rows[rows.length - 1]!.span.end },
    kind: 'rows',
    strength: ROWS_STRENGTH,
    wrap: () => ({ open: headerText(view, found), close: '' }),
  }
}

/** `thead`, or a row with nothing but header cells. */
function isHeader({ tree, rendering }: View, element: number): boolean {
  if (rendering.inkBefore(tree.pieceFrom(element)) === rendering.inkBefore(tree.pieceTo(element))) return false
  const tag = tree.tag(element)
  if (tag.name === 'thead') return true
  if (tag.display !== 'row') return false
  let cells = 0
  for (let child = element + 1; child < tree.next(element); child = tree.next(child)) {
    const { name } = tree.tag(child)
    if (name === 'td') return false
    if (name === 'th') cells++
  }
  return cells > 0
}

function ownSpan({ tree }: View, element: number): Span {
  return { start: tree.start(element), end: tree.end(element) }
}

function headerText({ source, rendering, markup }: View, header: Span): string {
  return markup ? source.slice(header.start, header.end) : `${rendering.render(header).text}\n`
}
