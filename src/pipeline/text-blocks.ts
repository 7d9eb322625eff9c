import type { Span } from '../core/index.js'

/** A stretch of a chunk that is read in one way. */
export interface TextBlock extends Span {
  /**
   * `heading`: names what follows; `row`: of a table; `code`: lines that are read one by one, by their indent; `text`:
   * sentences, those of one paragraph or list item.
   */
  kind: 'heading' | 'row' | 'code' | 'text'
}

const FENCE = /^[\s>]{0,8}(?:```|~~~)/
const HEADING = /^[\s>]{0,8}#{1,6}\s|^\s*\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph)\*?[{[]/
const UNDERLINE = /^\s*([=\-~^"*+#])\1{2,}\s*$/
const ITEM = /^[\s>]*(?:[-*+•]|\d{1,3}[.)]|\\item\b)\s/
const ROW = /^[\s>]*\||^[^\t]+\t\S|^[^&]*[^&\\\s]\s*&.*\\\\\s*(?:\\\w+)?\s*$/
/** Says nothing by itself, and ends what stands before it. */
const STRUCTURE = /^\s*(?:%|\\(?:begin|end|label|index|centering|caption|includegraphics|bibliography|vspace|hspace)\b)/
/** No line is looked at further than this to see what it is. */
const LINE_HEAD = 500

/**
 * Reads a chunk's text into blocks by the look of its lines, whatever its format: a chunk may begin anywhere in its
 * document, and only its lines are left of the structure.
 *
 * @param start first unit to give; what lies before (an opened fence, a table's header) is read for what follows
 * @param end unit after the last one
 */
export function textBlocks(text: string, start: number, end: number): TextBlock[] {
  const blocks: TextBlock[] = []
  let open: TextBlock | undefined
  let fenced = false
  const close = () => {
    if (open && open.end > start) blocks.push(settle(text, { ...open, start: Math.max(open.start, start) }))
    open = undefined
  }
  for (const line of linesOf(text, 0, end)) {
    const head = text.slice(line.start, Math.min(line.end, line.start + LINE_HEAD))
    if (FENCE.test(head)) {
      close()
      fenced = !fenced
      continue
    }
    if (fenced) {
      open = open ? { ...open, end: line.end } : { ...line, kind: 'code' }
      continue
    }
    if (head.trim() === '' || STRUCTURE.test(head)) {
      close()
      continue
    }
    if (UNDERLINE.test(head)) {
      if (open) open.kind = 'heading'
      close()
      continue
    }
    const kind = HEADING.test(head) ? 'heading' : ROW.test(head) ? 'row' : 'text'
    if (!open || open.kind !== kind || kind !== 'text' || ITEM.test(head)) {
      close()
      open = { ...line, kind }
    } else open.end = line.end
  }
  close()
  return blocks
}

/** Lines without their breaks. */
export function* linesOf(text: string, start: number, end: number): Generator<Span> {
  for (let from = start; from < end; ) {
    const feed = text.indexOf('\n', from)
    const next = feed < 0 || feed >= end ? end : feed + 1
    let to = feed < 0 || feed >= end ? end : feed
    if (text.charCodeAt(to - 1) === 13 && to > from) to--
    yield { start: from, end: to }
    from = next
  }
}

/** Text whose lines mostly look like statements or members is code. */
function settle(text: string, block: TextBlock): TextBlock {
  if (block.kind !== 'text') return block
  let lines = 0
  let code = 0
  for (const line of linesOf(text, block.start, block.end)) {
    lines++
    const trimmed = text.slice(line.start, Math.min(line.end, line.start + LINE_HEAD)).trim()
    if (CODE_LINE.test(trimmed) && !isProse(trimmed)) code++
  }
  return code > lines / 2 ? { ...block, kind: 'code' } : block
}

const CODE_LINE = new RegExp(
  [
    /[{}[\]();]$/, // statements and blocks
    /^["'][^"']*["']\s*:|[\w"'\])]\s*[,:]$|^[\w.$-]+\s*=\s*\S|^[\w-]+: \S+$/, // members, keys
    /^(?:import|export|const|let|var|def|return|if|for|while|class|function)\b|=>|^[}\])]/,
    /^(?:\/\/|\/\*|\*\/|\*\s|#include)/, // comments
    /^[^,]*(?:,(?!\s)[^,]*){2,}$/, // comma-separated values
    /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, // lines of a log
  ]
    .map(({ source }) => source)
    .join('|'),
)
const PROSE_LINE = /^[^{}[\]()=;"'`\\]+[.,:?!]$|^[-*+•\\]/

/** At least three words that end as a sentence or clause does; items of lists and LaTeX commands are prose too. */
function isProse(line: string): boolean {
  return PROSE_LINE.test(line) && line.split(/\s+/, 3).length === 3
}
