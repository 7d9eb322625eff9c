import {
  type Block,
  type ChunkingOptions,
  type Document,
  invalidOption,
  type Span,
  type Strategy,
  type Structure,
} from '../../../core/index.js'
import { proseBlocks, wordBlocks } from '../../prose.js'
import { LANGUAGE_SEPARATORS } from './languages.js'
import { createFinder, type KeepSeparator, piecesBetween } from './separators.js'

export interface RecursiveOptions extends ChunkingOptions {
  /**
   * Strongest first. Default: blank lines, line ends, then sentences, words and graphemes. With a list of your own, ''
   * at its end allows cuts anywhere; without it what no separator cuts is cut between words all the same, and flagged.
   */
  separators?: readonly string[]
  /** Separators are regular expressions (with the `u` flag). Default false: literal text. */
  isSeparatorRegex?: boolean
  /** Where a separator goes when a cut falls on it. Default `end`: with the text before. */
  keepSeparator?: KeepSeparator
  /** Uses the separators of a programming language before the default ones. */
  language?: string
}

/** Strengths of the first and the last separator; those between are spread evenly. */
const STRONGEST = 0.8
const WEAKEST = 0.3

type Level = (text: string, span: Span) => Iterable<Block>

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
  },

  structure(document: Document, options: Readonly<RecursiveOptions>): Structure {
    const { text } = document
    const blocks = firstLevel(options)(text, { start: 0, end: text.length })
    return options.keepSeparator === false ? { blocks, looseGaps: 'separator' } : { blocks }
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

function firstLevel(options: Readonly<RecursiveOptions>): Level {
  const { separators, language, isSeparatorRegex = false, keepSeparator = 'end' } = options
  if (separators) {
    const last: Level = separators.includes('') ? anywhere : (text, span) => wordBlocks(text, span)
    return levels(
      separators.filter((separator) => separator !== ''),
      isSeparatorRegex,
      keepSeparator,
      last,
    )
  }
  const sentencesAndWords: Level = (text, span) => proseBlocks(text, span)
  const general = levels(['\n\n', '\n'], false, keepSeparator, sentencesAndWords)
  return language ? levels(LANGUAGE_SEPARATORS[language]!, false, 'start', general) : general
}

/** One level a separator, each the inner structure of the one before; `last` is the structure of what remains. */
function levels(separators: readonly string[], isRegex: boolean, keep: KeepSeparator, last: Level): Level {
  const step = separators.length > 1 ? (STRONGEST - WEAKEST) / (separators.length - 1) : 0
  return separators.reduceRight<Level>((inner, separator, index) => {
    const find = createFinder(separator, isRegex)
    const strength = STRONGEST - index * step
    return function* (text, span) {
      for (const piece of piecesBetween(text, span, find, keep)) {
        yield { span: piece, kind: 'text', strength, split: () => inner(text, piece) }
      }
    }
  }, last)
}

function* anywhere(_text: string, span: Span): Generator<Block> {
  yield { span, kind: 'text', strength: 0, divisible: true }
}
