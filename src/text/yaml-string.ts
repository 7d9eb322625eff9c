/** Longer values are no titles. In lines. */
const MOST_LINES = 20
const BLOCK_SCALAR = /^[|>][-+\d]{0,2}[ \t]*(?:#.*)?$/
const DOUBLE_QUOTED = /^"((?:[^"\\]|\\.)*)"/
const SINGLE_QUOTED = /^'((?:[^']|'')*)'/
/** Anchors, aliases, tags, lists, mappings and what a plain value must not begin with. */
const NOT_PLAIN = /^[|>&*![{@`%]/
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', _: '\u00a0' }

/**
 * The string a YAML or TOML value states: plain, quoted or a block scalar (`>` or `|`), on one line of text. Undefined
 * for anything that is not one string.
 *
 * @param value what stands after `:` or `=`
 * @param following the lines after it; read only for block scalars
 */
export function readYamlString(value: string, following: Iterable<string> = []): string | undefined {
  const source = value.trim()
  if (BLOCK_SCALAR.test(source)) return blockScalar(following)
  const double = DOUBLE_QUOTED.exec(source)
  if (double) return oneLine(withoutEscapes(double[1]!))
  const single = SINGLE_QUOTED.exec(source)
  if (single) return oneLine(single[1]!.replaceAll("''", "'"))
  if (/^["']/.test(source) || NOT_PLAIN.test(source)) return undefined
  return oneLine(source.replace(/(?:^|[ \t])#.*$/, ''))
}

function blockScalar(following: Iterable<string>): string | undefined {
  const parts: string[] = []
  let count = 0
  for (const line of following) {
    if ((line.trim() !== '' && !/^[ \t]/.test(line)) || ++count > MOST_LINES) break
    parts.push(line.trim())
  }
  return oneLine(parts.join(' '))
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(.))/g, (_, two, four, other: string | undefined) => {
    if (other !== undefined) return ESCAPES[other] ?? other
    return String.fromCharCode(Number.parseInt(two ?? four, 16))
  })
}

function oneLine(text: string): string | undefined {
  return text.replace(/\s+/g, ' ').trim() || undefined
}
