import type { SourceLines } from './lines.js'
import type { Node } from './node.js'

/** Neighbours from the one that opens an element to the one that closes it. */
export interface HtmlGroup {
  /** Indexes of both. */
  first: number
  last: number
  /** Name of the element. */
  name: string
  /** It divides into rows or items, or shares a block with an element that does. */
  isTable: boolean
}

const TABLES = ['table', 'ul', 'ol', 'dl']
const SECTIONS = [
  ...['address', 'article', 'aside', 'blockquote', 'center', 'dialog', 'div', 'fieldset', 'figure', 'footer', 'form'],
  ...['header', 'main', 'menu', 'nav', 'p', 'section'],
]
/** Names of the elements that are put together again. */
export const GROUPED: readonly string[] = ['details', ...TABLES, ...SECTIONS]
const TAG = new RegExp(`<!--|<(/?)(${GROUPED.join('|')})(?=[\\s>/]|$)`, 'gi')
const RAW = /^[>\s]*<(?:pre|script|style|textarea)[\s>]/i

/**
 * Elements that a blank line has divided into several blocks: outermost groups, in order, and the index of the first
 * block that waits for an end tag further on. A heading ends whatever is open but `<details>`: a section shows its
 * place in the document, whatever is drawn around it. One pass.
 */
export function findHtmlGroups(nodes: readonly Node[], lines: SourceLines): { groups: HtmlGroup[]; open: number } {
  const openers: { index: number; name: string }[] = []
  const waiting = new Map<string, number>()
  const groups: HtmlGroup[] = []
  let heading = -1
  const isOpen = ({ index, name }: { index: number; name: string }) => name === 'details' || index > heading
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!
    if (node.level > 0) heading = index
    if (node.kind !== 'html') continue
    for (const { name, isEnd } of readTags(lines, node)) {
      if (!isEnd) {
        openers.push({ index, name })
        waiting.set(name, (waiting.get(name) ?? 0) + 1)
        continue
      }
      if (!waiting.get(name)) continue
      let opener = openers.pop()!
      for (; opener.name !== name; opener = openers.pop()!) waiting.set(opener.name, waiting.get(opener.name)! - 1)
      waiting.set(name, waiting.get(name)! - 1)
      if (opener.index < index && isOpen(opener)) addGroup(groups, opener.index, index, name)
    }
  }
  return { groups, open: openers.find(isOpen)?.index ?? nodes.length }
}

function addGroup(groups: HtmlGroup[], first: number, last: number, name: string): void {
  let isTable = TABLES.includes(name)
  for (let inner = groups.at(-1); inner && inner.first >= first; inner = groups.at(-1)) {
    if (inner.isTable && (inner.first === first || inner.last === last)) isTable = true
    groups.pop()
  }
  groups.push({ first, last, name, isTable })
}

/** Tags in their order; what stands in comments, scripts and the like is none. */
function* readTags(lines: SourceLines, node: Node): Generator<{ name: string; isEnd: boolean }> {
  const { start, end } = lines.span(node.first, node.end)
  const source = lines.text.slice(start, end)
  if (RAW.test(source)) return
  let past = 0
  for (const match of source.matchAll(TAG)) {
    if (match.index < past) continue
    if (match[2]) yield { name: match[2].toLowerCase(), isEnd: match[1] === '/' }
    else {
      const close = source.indexOf('-->', match.index)
      past = close < 0 ? source.length : close
    }
  }
}
