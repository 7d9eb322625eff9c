/** What stands on a run of whole lines. Lists, items, quotes and the like hold further nodes. */
export interface Node {
  kind: NodeKind
  /** First line, and the line after the last one that is not blank. */
  first: number
  end: number
  /** Fence characters, math delimiter, list marker, name of an element. */
  markup: string
  /** Closing delimiter of math. */
  closing: string
  /** Where the content of the first line of a table begins, or the `[!` of a callout. */
  column: number
  /** Of a heading, of HTML as well; 0 for anything else. */
  level: number
  /** Of a heading: its source text without marks. */
  title: string
  /** It stands at the beginning of its container and says what that is about: a label, an opening line. */
  opens?: boolean
  /** Read on each call; nothing is kept. */
  children?: () => readonly Node[]
  /** Of a list: its earlier items were read as a node before it. */
  continues?: boolean
  /** The node after it in the same container. */
  next?: Node | undefined
  /** The heading that this bare tag or comment stands right before. */
  introduces?: Node | undefined
}

export type NodeKind =
  | 'callout'
  | 'code'
  | 'definition'
  | 'directive'
  | 'element'
  | 'fence'
  | 'footnote'
  | 'heading'
  | 'html'
  | 'item'
  | 'list'
  | 'marker'
  | 'math'
  | 'module'
  | 'paragraph'
  | 'quote'
  | 'rule'
  | 'table'
  | 'text'

/** A node without anything particular to its kind. */
export function createNode(kind: NodeKind, first: number, end: number): Node {
  return { kind, first, end, markup: '', closing: '', column: 0, level: 0, title: '' }
}
