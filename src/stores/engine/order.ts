import type { Edge } from '../../core/index.js'

/** By UTF-16 units, the same on every platform and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Documents by uri, those without one last; then by id. */
export function compareDocuments(
  a: { uri?: string | undefined; id: string },
  b: { uri?: string | undefined; id: string },
): number {
  if (a.uri === undefined || b.uri === undefined) {
    if (a.uri !== b.uri) return a.uri === undefined ? 1 : -1
    return compareText(a.id, b.id)
  }
  return compareText(a.uri, b.uri) || compareText(a.id, b.id)
}

/** Edges that leave a chunk before those that reach it, then by kind and by the other end. */
export function compareEdges(chunkId: string): (a: Edge, b: Edge) => number {
  return (a, b) =>
    Number(a.from !== chunkId) - Number(b.from !== chunkId) ||
    compareText(a.kind, b.kind) ||
    compareText(a.from, b.from) ||
    compareText(a.to, b.to)
}
