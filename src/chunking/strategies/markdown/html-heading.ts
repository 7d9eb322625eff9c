const ELEMENT = /^[>\s]*<(h([1-6]))(?=[\s>])[^<>]*>([\s\S]*)<\/\1\s*>\s*$/i
const ANOTHER = /<\/?h[1-6][\s>]/i
/** What is longer is no heading. */
const LONGEST = 2000

/** A heading as HTML has it: its level and its text, which Markdown would read the same. */
export interface HtmlHeading {
  level: number
  title: string
}

/** The heading that a block of HTML is, when it is one such element with text and nothing else. */
export function htmlHeading(source: string): HtmlHeading | undefined {
  if (source.length > LONGEST) return undefined
  const [, , level, inner] = ELEMENT.exec(source) ?? []
  if (inner === undefined || ANOTHER.test(inner)) return undefined
  const title = inner
    .replace(/<!--[\s\S]*?-->|<[^<>]*>/g, '')
    .replace(/[\r\n]+[>\s]*/g, ' ')
    .trim()
  return title === '' ? undefined : { level: Number(level), title }
}
