import type { Chunker } from '../../core/chunking.js'
import type { Document } from '../../core/document.js'
import { invalidOption } from '../../core/options.js'
import type { Output } from '../output.js'
import type { BrokenStructures } from './broken-structures.js'
import { measureChunker, type StrategyNumbers } from './measure.js'

/** A chunker for each strategy of `--compare`. @throws TesseraError `INVALID_OPTION`, and as `createChunker` */
export async function comparedChunkers(list: string, options: Record<string, unknown>): Promise<Chunker[]> {
  const names = list.split(',').map((name) => name.trim())
  if (names.includes('')) throw invalidOption('--compare', list, 'names of strategies with commas between them')
  const { createChunker } = await import('../../chunking/index.js')
  const chunkers = await Promise.all(names.map((name) => createChunker(name, options)))
  const found = chunkers.map(({ strategy }) => strategy)
  const twice = found.find((strategy, index) => found.indexOf(strategy) < index)
  if (twice !== undefined) throw invalidOption('--compare', list, `a list that names "${twice}" once`)
  return chunkers
}

/** Cuts one document by each chunker, one after the other so that none takes another's time. */
export async function compareChunkers(
  document: Document,
  chunkers: readonly Chunker[],
  signal: AbortSignal,
): Promise<StrategyNumbers[]> {
  const measured: StrategyNumbers[] = []
  for (const chunker of chunkers) measured.push(await measureChunker(document, chunker, signal))
  return measured
}

const COLUMNS: readonly [title: string, cell: (numbers: StrategyNumbers) => string][] = [
  ['strategy', ({ strategy, cutBy }) => (strategy === cutBy ? strategy : `${strategy}: ${cutBy}`)],
  ['limit', ({ maxSize }) => `${maxSize}`],
  ['overlap', ({ overlap }) => `${overlap}`],
  ['chunks', ({ chunks }) => `${chunks}`],
  ['mean', ({ size }) => (size ? size.mean.toFixed(0) : '-')],
  ['min', ({ size }) => `${size?.min ?? '-'}`],
  ['p50', ({ size }) => `${size?.p50 ?? '-'}`],
  ['p90', ({ size }) => `${size?.p90 ?? '-'}`],
  ['max', ({ size }) => `${size?.max ?? '-'}`],
  ['over', ({ overLimit, chunks }) => (chunks === 0 ? '-' : `${((overLimit / chunks) * 100).toFixed(0)}%`)],
  ['flagged', ({ flagged }) => `${flagged}`],
  ['lost', ({ lostCharacters }) => `${lostCharacters}`],
  ['dropped', ({ droppedCharacters }) => `${droppedCharacters}`],
  ['cpu ms', ({ cpuMs }) => cpuMs.toFixed(1)],
  ['broken', ({ broken }) => brokenCell(broken)],
]

/** One row a strategy; numbers to the right, the last column free. */
export function printComparison(
  measured: readonly StrategyNumbers[],
  warnings: readonly string[],
  output: Output,
): void {
  const table = [
    COLUMNS.map(([title]) => title),
    ...measured.map((numbers) => COLUMNS.map(([, cell]) => cell(numbers))),
  ]
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const [index, row] of table.entries()) {
    const cells = row.map((cell, column) => {
      if (column === 0) return cell.padEnd(widths[column]!)
      return column === row.length - 1 ? cell : cell.padStart(widths[column]!)
    })
    const line = cells.join('  ')
    output.line(index === 0 ? output.style('bold', line) : line)
  }
  output.warnings(warnings)
  output.note('sizes in characters; broken: structures of the format that chunks cut or leave open')
}

function brokenCell(broken: BrokenStructures): string {
  const names = Object.entries(broken)
  if (names.length === 0) return '-'
  const found = names.filter(([, count]) => count > 0)
  return found.length === 0 ? '0' : found.map(([name, count]) => `${count} ${name}`).join(', ')
}
