import { isSpace } from './space.js'

/** Farthest a word border is looked for. */
const WINDOW = 96
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/

let words: Intl.Segmenter | undefined

/**
 * The last good place to cut a run of text at or before `reach`: after white space in its second half, or between words
 * of a script without spaces; undefined where there is none.
 */
export function softBoundary(text: string, start: number, reach: number, end: number): number | undefined {
  if (reach >= end) return end
  const least = start + Math.max(1, (reach - start) >> 1)
  for (let position = reach; position > least; position--) {
    if (isSpace(text.charCodeAt(position)) || isSpace(text.charCodeAt(position - 1))) return position
  }
  if (!UNSPACED.test(text.charAt(reach)) && !UNSPACED.test(text.charAt(reach - 1))) return undefined
  const from = Math.max(start, reach - WINDOW)
  words ??= new Intl.Segmenter('und', { granularity: 'word' })
  const around = words.segment(text.slice(from, Math.min(end, reach + WINDOW)))
  const border = from + around.containing(reach - from)!.index
  return border > least ? border : undefined
}
