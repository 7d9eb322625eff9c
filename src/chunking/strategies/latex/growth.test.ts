import { describe, expect, it } from 'vitest'
import { StrategyChunker } from '../../chunker.js'
import { latexStrategy, metadata } from './index.js'

const chunker = new StrategyChunker('latex', latexStrategy, metadata)

/** CPU milliseconds of this process. */
async function cost(text: string): Promise<number> {
  const before = process.cpuUsage()
  await chunker.chunk(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const HOSTILE: Record<string, (count: number) => string> = {
  'open braces': (count) => '{'.repeat(count),
  'nested braces': (count) => '{'.repeat(count) + '}'.repeat(count),
  'nested paragraphs in braces': (count) => '{a\n\n'.repeat(count) + '}'.repeat(count),
  'nested notes': (count) => '\\footnote{a b '.repeat(count) + '}'.repeat(count),
  'unclosed environments': (count) => '\\begin{a}'.repeat(count),
  'unclosed environments with sections': (count) => '\\begin{a}\\section{x}y\n'.repeat(count / 4),
  'unclosed literal environments': (count) => '\\begin{verbatim}'.repeat(count),
  'excluded environments without an end': (count) =>
    Array.from({ length: count / 8 }, (_, index) => `\\excludecomment{a${index}}\\begin{a${index}}x\n\n`).join(''),
  'literal environments in braces': (count) => `{\\begin{verbatim}${' aa'.repeat(20)} }\n\n`.repeat(count / 8),
  'crossed environments': (count) => '\\begin{a}\\begin{b}\\end{a}\\end{b}\n'.repeat(count / 4),
  'unclosed displays': (count) => '\\['.repeat(count),
  'dollars with braces': (count) => '$${'.repeat(count),
  'lone dollars': (count) => '$a\n\n'.repeat(count),
  'unclosed sections': (count) => '\\section[{'.repeat(count),
  'unclosed definitions': (count) => '\\newcommand{'.repeat(count),
  'unclosed quotations': (count) => '\\verb|'.repeat(count),
  labels: (count) => '\\label{a}'.repeat(count),
  references: (count) => Array.from({ length: count }, (_, index) => `\\ref{a${index}}`).join(''),
  'lists of references': (count) => `\\cites${'{a}'.repeat(count)}`,
  'nested lists of references': (count) => '\\cites{a}{'.repeat(count) + '}'.repeat(count),
  slides: (count) => '\\frame{\\frametitle{a}'.repeat(count / 2) + '}'.repeat(count / 2),
  abstracts: (count) => '\\abstract{'.repeat(count / 2) + '\\frametitle{a}'.repeat(count / 2),
  'hidden text': (count) => '\\iffalse '.repeat(count),
  'nested definitions': (count) => '\\newcommand{\\a}{b '.repeat(count / 4) + '}'.repeat(count / 4),
  'one word of commands': (count) => 'a\\b{c}'.repeat(count),
  'one word of arguments': (count) => `\\b${'{c}'.repeat(count)}`,
  'one line of words': (count) => 'word '.repeat(count * 4),
}

describe('latex: cost grows with the input, not faster', () => {
  it.each(Object.keys(HOSTILE))('%s', async (name) => {
    const text = HOSTILE[name]!
    await cost(text(2000))
    const small = await cost(text(10_000))
    // Eight times the input; a quadratic step anywhere would take sixty-four times as long.
    const most = 12 * Math.max(small, 50)
    let large = await cost(text(80_000))
    // Other work on the machine costs time too; what grows too fast does so each time.
    for (let again = 0; again < 2 && large >= most; again++) large = await cost(text(80_000))
    expect(large).toBeLessThan(most)
  })
})
