/** Commands whose argument is not part of the words: labels, index entries, notes. */
const SILENT = new Set([
  'label',
  'index',
  'footnote',
  'footnotemark',
  'thanks',
  'cite',
  'citep',
  'citet',
  'vspace',
  'hspace',
])

const LONGEST = 2000

const TOKEN = /\\([a-zA-Z@]+)\*?[ \t]*|\\(.)|%[^\n\r]*(?:\r?\n[ \t]*)?|[{}$~]|[^\\%{}$~]+/gsu

/** The words of a title or argument: formatting commands, braces and comments left out, white space joined. Linear. */
export function plainText(source: string): string {
  let words = ''
  let depth = 0
  /** Depth of the silent argument being left out, or 0. */
  let silent = 0
  let expectSilent = false
  for (const [token, command, symbol] of source.slice(0, LONGEST).matchAll(TOKEN)) {
    if (token === '{') {
      depth++
      if (expectSilent) silent = depth
    } else if (token === '}') {
      if (silent === depth) silent = 0
      depth--
    } else if (silent > 0 || token === '$' || token.startsWith('%')) continue
    else if (token === '~') words += ' '
    else if (command !== undefined) words += wordsOfCommand(command)
    else if (symbol !== undefined) words += wordsOfSymbol(symbol)
    else words += token
    expectSilent = command !== undefined && SILENT.has(command)
  }
  return words.replace(/\s+/g, ' ').trim()
}

/** Names that print themselves. */
const PRINTED = new Map([
  ['LaTeX', 'LaTeX '],
  ['TeX', 'TeX '],
  ['LaTeXe', 'LaTeX2e '],
  ['BibTeX', 'BibTeX '],
  ['ldots', '...'],
  ['dots', '...'],
  ['ss', 'ß'],
  ['o', 'ø'],
  ['O', 'Ø'],
  ['l', 'ł'],
  ['ae', 'æ'],
  ['aa', 'å'],
  ['textbackslash', '\\'],
])

const GREEK = new Set(
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega'.split(
    ' ',
  ),
)

function wordsOfCommand(command: string): string {
  const printed = PRINTED.get(command)
  if (printed !== undefined) return printed
  // The name of a letter is the only way to say it in words.
  return GREEK.has(command.toLowerCase()) ? `${command} ` : ''
}

/** Accents fall away with their backslash; escaped characters print themselves. */
function wordsOfSymbol(symbol: string): string {
  if ('%&#$_{}'.includes(symbol)) return symbol
  return '\\ ,;:'.includes(symbol) ? ' ' : ''
}
