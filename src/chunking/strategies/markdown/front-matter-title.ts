import { readYamlString } from '../../../text/index.js'

const ENTRY = /^["']?title["']?[ \t]*[:=][ \t]*(.*)$/i
/** As one of the entries of a mapping in braces. */
const IN_BRACES = /^\{(?:.*?,)?[ \t]*["']?title["']?[ \t]*:[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,{}[\]]*)/i
const SEVERAL_LINES = /^("""|''')/
/** Longer values are no titles. In lines. */
const MOST_LINES = 20

/**
 * The title that a line of front matter states, if it states one.
 *
 * @param following the lines after it, for values of several lines
 */
export function entryTitle(line: string, following: () => Iterable<string>): string | undefined {
  const value = (ENTRY.exec(line) ?? IN_BRACES.exec(line))?.[1]
  if (value === undefined) return undefined
  const quotes = SEVERAL_LINES.exec(value)?.[0]
  return quotes === undefined ? readYamlString(value, following()) : severalLines(value.slice(3), quotes, following())
}

/** A string of TOML in three quotes, on one line of text. */
function severalLines(rest: string, quotes: string, following: Iterable<string>): string | undefined {
  const parts: string[] = []
  const take = (line: string) => {
    const close = line.indexOf(quotes)
    parts.push((close < 0 ? line : line.slice(0, close)).trim())
    return close >= 0
  }
  let isClosed = take(rest)
  for (const line of following) {
    if (isClosed || parts.length > MOST_LINES) break
    isClosed = take(line)
  }
  if (!isClosed) return undefined
  const content = parts.join(' ').trim()
  // Quotes may stand in it as they are.
  return readYamlString(
    quotes === "'''" ? `'${content.replaceAll("'", "''")}'` : `"${content.replace(/(?<!\\)"/g, '\\"')}"`,
  )
}
