import { bareHtml } from './html-roles.js'
import type { SourceLines } from './lines.js'
import type { Node } from './node.js'

const LEAD_IN = /[:：][*_]*\s*$/
const CAPTION = /^\s*[*_]{0,2}(?:table|figure|fig\.|listing|example|tabelle|abbildung|tableau|tabla|tabela)\s+\d/i

/** Whether a node is worth little without the one that follows it. */
export function leadsOver(node: Node, lines: SourceLines): boolean {
  if (node.level > 0 || node.introduces) return true
  if (!node.next) return false
  switch (node.kind) {
    case 'html':
      return bareHtml(lines.text, lines.span(node.first, node.end)) === 'before'
    case 'marker':
      return node.opens === true
    case 'rule':
      return node.next.level === 0
    case 'paragraph':
      return introduces(node, node.next, lines)
    default:
      return false
  }
}

function introduces(paragraph: Node, next: Node, lines: SourceLines): boolean {
  if (next.level > 0 || next.kind === 'rule') return false
  if (paragraph.opens && next.kind !== 'paragraph') return true
  const { start, end } = lines.span(paragraph.first, paragraph.end)
  if (LEAD_IN.test(lines.text.slice(Math.max(start, end - 16), end))) return true
  return next.kind === 'table' && CAPTION.test(lines.text.slice(start, start + 40))
}
