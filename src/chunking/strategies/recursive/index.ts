import {
  type Block,
  type ChunkingOptions,
  type Document,
  invalidOption,
  type Strategy,
  type Structure,
} from '../../../core/index.js'
import type { LineTable } from '../../../text/index.js'
import {
  type BoundaryKind,
  createBoundaries,
  type KeepSeparator,
  literal,
  pattern,
  sentenceEnds,
  wordEnds,
} from '../../boundaries.js'
import { blankLines, lineEnds } from '../../line-boundaries.js'
import { lineTableOf } from '../../line-table.js'
import { LANGUAGE_SEPARATORS } from './languages.js'

/** Options of the `recursive` strategy beside those of all strategies. */
export interface RecursiveOptions extends ChunkingOptions {
  /**
   * Strongest first. Default: blank lines, line ends, then sentences and words; `\n\n` and `\n` stand for those of any
   * platform. Where none of them is found a cut falls between graphemes: freely if '' ends the list, as it does by
   * default, else with a flag.
   */
  separators?: readonly string[]
  /** Separators are regular expressions (with the `u` flag). Default false: literal text. */
  isSeparatorRegex?: boolean
  /** Where a separator goes when a cut falls on it. Default `end`: with the text before. */
  keepSeparator?: KeepSeparator
  /** Cuts before the definitions of a programming language first; they go with the text after (`keepSeparator: 'start'`). */
  language?: string
}

/** Cuts at the strongest boundary inside the limit, whatever the text is. */
export const recursiveStrategy: Strategy<RecursiveOptions> = {
  validate(options) {
    checkSeparators(options)
    const { keepSeparator = 'end', language } = options
    if (keepSeparator !== 'end' && keepSeparator !== 'start' && keepSeparator !== false) {
      throw invalidOption('keepSeparator', keepSeparator, '"end", "start" or false')
    }
    if (language !== undefined && !Object.hasOwn(LANGUAGE_SEPARATORS, language)) {
      throw invalidOption('language', language, `one of ${Object.keys(LANGUAGE_SEPARATORS).join(', ')}`)
    }
    if (language !== undefined && options.keepSeparator !== undefined && keepSeparator !== 'start') {
      throw invalidOption('keepSeparator', keepSeparator, '"start", or left out, when language is given')
    }
  },

  structure(document: Document, options: Readonly<RecursiveOptions>): Structure {
    const { text } = document
    const whole: Block = {
      span: { start: 0, end: text.length },
      kind: 'text',
      strength: 0,
      divisible: options.separators?.includes('') ?? true,
      boundaries: createBoundaries(text, boundaryKinds(options, text, lineTableOf(document))),
    }
    return options.keepSeparator === false ? { blocks: [whole], looseGaps: 'separator' } : { blocks: [whole] }
  },
}

function checkSeparators({ separators, isSeparatorRegex = false, language }: Readonly<RecursiveOptions>): void {
  if (typeof isSeparatorRegex !== 'boolean') throw invalidOption('isSeparatorRegex', isSeparatorRegex, 'true or false')
  if (separators === undefined) return
  if (language !== undefined) throw invalidOption('separators', separators, 'left out when language is given')
  if (!Array.isArray(separators) || separators.some((separator) => typeof separator !== 'string')) {
    throw invalidOption('separators', separators, 'a list of strings')
  }
  if (!isSeparatorRegex) return
  for (const separator of separators) {
    try {
      new RegExp(separator, 'u')
    } catch (error) {
      throw invalidOption('separators', separator, `a valid regular expression (${(error as Error).message})`)
    }
  }
}

function boundaryKinds(options: Readonly<RecursiveOptions>, text: string, lines: LineTable): BoundaryKind[] {
  const { separators, language, isSeparatorRegex = false, keepSeparator = 'end' } = options
  if (!separators) {
    const own = language === undefined ? [] : LANGUAGE_SEPARATORS[language]!
    const general = [blankLines(lines), lineEnds(lines), sentenceEnds, wordEnds]
    return [...own.map((separator) => literal(separator, 'start')), ...general]
  }
  return separators
    .filter((separator) => separator !== '')
    .map((separator) => {
      if (isSeparatorRegex) return pattern(text, separator, keepSeparator)
      if (separator === '\n\n') return blankLines(lines)
      if (separator === '\n') return lineEnds(lines)
      return literal(separator, keepSeparator)
    })
}
