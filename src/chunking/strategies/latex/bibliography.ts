import type { Node } from './node.js'

/** The environment that holds the entries of a bibliography, each an item. */
export const BIBLIOGRAPHY = 'thebibliography'

/** Longest text between a heading and the bibliography below it, in UTF-16 units. */
const LONGEST_BETWEEN = 300

/** Whether a bibliography belongs to a section of its own: nothing but commands stands between that one's heading and it. */
export function hasOwnHeading(text: string, headingEnd: number, { start }: Node): boolean {
  if (headingEnd < 0 || start - headingEnd > LONGEST_BETWEEN) return false
  return text.slice(headingEnd, start).replace(COMMENT_OR_COMMAND, '').trim() === ''
}

const COMMENT_OR_COMMAND = /%.*|\\[a-zA-Z]+\*?(?:\[[^\]]*\]|\{[^{}]*\})*|\\./g
