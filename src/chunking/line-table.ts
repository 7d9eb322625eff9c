import type { Document } from '../core/index.js'
import { LineTable } from '../text/index.js'

const tables = new WeakMap<Document, LineTable>()

/** The lines of a document, read once however many steps of its chunking ask for them. */
export function lineTableOf(document: Document): LineTable {
  let table = tables.get(document)
  if (!table) {
    table = new LineTable(document.text)
    tables.set(document, table)
  }
  return table
}
