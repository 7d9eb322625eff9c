import { Parser } from 'htmlparser2'

/** What a chunker may give up and still count: a fast chunker that loses text is no comparison. */
const TOLERATED = { lost: 0.001, over: 0, lone: 0, inexact: 0, unbalanced: 0.02 }

/**
 * What is wrong with chunks, as shares.
 *
 * @param format `markdown`, `html`, `latex` or anything else for plain text
 * @param results `{ source, chunks }` of every document
 * @returns lost: visible characters of the source in no chunk; over: chunks over the limit; inexact: chunks whose offsets
 *   do not give their text, undefined without offsets; unbalanced: chunks with an open fence, tag or environment;
 *   lone: chunks with half of a surrogate pair
 */
export function inspect(format, results, maxSize) {
  const chunks = results.flatMap((result) => result.chunks)
  const share = (isWrong) => chunks.filter((chunk) => isWrong(chunk)).length / Math.max(1, chunks.length)
  const placed = results.flatMap(({ source, chunks }) =>
    chunks.filter(({ start }) => start !== undefined).map((chunk) => isPlaced(source, chunk)),
  )
  const isUnbalanced = balances[format]
  return {
    chunks: chunks.length,
    mean: chunks.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, chunks.length),
    lost: lostShare(format, results),
    over: share(({ text }) => text.length > maxSize),
    inexact: placed.length === 0 ? undefined : placed.filter((right) => !right).length / placed.length,
    unbalanced: isUnbalanced && share(({ text }) => isUnbalanced(text)),
    lone: share(({ text }) => !text.isWellFormed()),
  }
}

/** Whether the output is good enough for its speed to count. */
export function passes(found) {
  return found.chunks > 0 && Object.entries(TOLERATED).every(([fault, share]) => (found[fault] ?? 0) <= share)
}

function isPlaced(source, { text, start, end, open = '', close = '', segments }) {
  if (start === undefined) return false
  if (!segments) return text === open + source.slice(start, end) + close
  return segments
    .filter(({ verbatim }) => verbatim)
    .every(({ at, length, start, end }) => text.slice(at, at + length) === source.slice(start, end))
}

function lostShare(format, results) {
  let lost = 0
  let all = 0
  for (const { source, chunks } of results) {
    const missing = format !== 'html' && chunks.every((chunk) => isPlaced(source, chunk)) ? outside : unfound
    lost += missing(format, source, chunks)
    all += withoutSpace(format === 'html' ? shownText(source) : source).length
  }
  return lost / Math.max(1, all)
}

/** Visible characters between the spans of chunks whose offsets can be trusted. */
function outside(_format, source, chunks) {
  let count = 0
  let from = 0
  for (const { start, end } of chunks) {
    if (start > from) count += withoutSpace(source.slice(from, start)).length
    from = Math.max(from, end)
  }
  return count + withoutSpace(source.slice(from)).length
}

/** Visible characters that stand in no chunk, where only their texts can be searched for. */
function unfound(format, source, chunks) {
  const visible = withoutSpace(format === 'html' ? shownText(source) : source)
  const covered = new Uint8Array(visible.length)
  // Text without tags may still quote some.
  const keepsTags = format === 'html' && 2 * chunks.filter(({ text }) => text.includes('</')).length > chunks.length
  const cover = coverer(visible, covered)
  for (const { text } of chunks) cover(keepsTags ? shownText(text) : text)
  return covered.length - covered.reduce((sum, one) => sum + one, 0)
}

/**
 * Marks where the texts of chunks are found, in order; line by line, then word by word, where a text was put together or
 * changed. A text that occurs again is another occurrence.
 */
function coverer(visible, covered) {
  let from = 0
  const mark = (part) => {
    let at = visible.indexOf(part, from)
    if (at < 0) at = visible.indexOf(part)
    if (at < 0) return undefined
    covered.fill(1, at, at + part.length)
    from = at + part.length
    return at
  }
  return (text) => {
    let first = mark(withoutSpace(text))
    if (first === undefined) {
      for (const line of text.split('\n')) {
        const at = mark(withoutSpace(line))
        if (at === undefined) for (const word of line.split(/\s+/)) mark(word)
        else first ??= at
      }
    }
    // The next chunk may overlap with this one.
    if (first !== undefined) from = first + 1
  }
}

function withoutSpace(text) {
  return text.replace(/[\s\uFEFF]+/g, '')
}

/** What a reader of a page sees. */
function shownText(html) {
  let shown = ''
  let hidden = 0
  const isHidden = (name) => name === 'script' || name === 'style' || name === 'title'
  const parser = new Parser({
    onopentag: (name) => (hidden += isHidden(name) ? 1 : 0),
    onclosetag: (name) => (hidden -= isHidden(name) ? 1 : 0),
    ontext: (text) => (shown += hidden > 0 ? '' : text),
  })
  parser.end(html)
  return shown
}

const balances = {
  markdown(text) {
    let fence
    for (const line of text.split('\n')) {
      const mark = /^[ \t>]*(?:[-*+] |\d+[.)] )?[ \t]*(`{3,}|~{3,})([^`]*)$/.exec(line)
      if (!mark) continue
      if (fence === undefined) fence = mark[1]
      else if (mark[1].startsWith(fence) && mark[2].trim() === '') fence = undefined
    }
    return fence !== undefined
  },

  latex(text) {
    const open = []
    for (const [, kind, name] of text.replace(/(?<!\\)%.*/g, '').matchAll(/\\(begin|end)\s*\{([^}]*)\}/g)) {
      if (kind === 'begin') open.push(name)
      else if (open.pop() !== name) return true
    }
    return open.length > 0
  },

  html(text) {
    const open = []
    for (const [tag, slash, name] of text.matchAll(/<(\/?)(p|ul|ol|li|table|tr|td|pre|div|h[1-6])\b[^>]*>/g)) {
      if (slash === '') open.push(name)
      else if (open.pop() !== name) return tag.length > 0
    }
    return open.length > 0
  },
}
