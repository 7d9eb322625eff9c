import type { Item } from './contents.js'
import type { View } from './view.js'

/** Header and rows of a table: every part of them that does not begin with the header is shown with it. */
export interface HeadedRows {
  rows: Item[]
  kind: 'rows'
  strength: number
  wrap(): { open: string; close: string }
}

const ROWS_STRENGTH = 0.3

/** The items of a table or row group: those before its header one by one, and then all others as one. */
export function* tableParts(view: View, element: number, items: Iterable<Item>): Generator<Item | HeadedRows> {
  const header = view.headers.of(element)
  if (!header) {
    yield* items
    return
  }
  const start = view.tree.start(header[0]!)
  const rows: Item[] = []
  for (const item of items) {
    if (item.span.end > start) rows.push(item)
    else yield item
  }
  yield {
    rows,
    kind: 'rows',
    strength: ROWS_STRENGTH,
    wrap: () => ({ open: header.map((row) => headerText(view, row)).join(''), close: '' }),
  }
}

function headerText({ source, tree, rendering, markup }: View, header: number): string {
  const span = { start: tree.start(header), end: tree.end(header) }
  return markup ? source.slice(span.start, span.end) : `${rendering.render(span).text}\n`
}
