import { hash128 } from '../core/hash.js'
import { invalidOption, refuseUnknownOptions } from '../core/options.js'
import { splitCompound } from './compounds.js'
import { denseTerms } from './dense-words.js'
import { foldCase, normalizeText } from './fold.js'
import { RecentMap } from './recent.js'
import { porter2 } from './stem.js'
import { ENGLISH_STOP_WORDS } from './stopwords.js'
import { classAt, WORD } from './word-chars.js'
import { endOfDense, endOfRun, nextWord, startOfRun } from './word-runs.js'

/** Turns text into the terms an index counts. The same text gives the same terms, alone or inside a longer one. */
export interface Analyzer {
  /** Names the analyzer and its options; an index built by another id must be built anew. */
  readonly id: string
  /** Every term, in order of the text. */
  analyze(text: string): string[]
  /** The same, word by word. */
  words(text: string): Word[]
}

/** A word of the text. It is in a record when that holds `whole`, or all of `parts`. */
export interface Word {
  /** Everything it adds to an index; empty for a stop word. */
  readonly terms: readonly string[]
  /** Undefined where a script marks no words. */
  readonly whole: string | undefined
  /** Empty for a simple word. */
  readonly parts: readonly string[]
}

/** What an analyzer does beyond folding and splitting. */
export interface AnalyzerOptions {
  /** Words to leave out, in any case: a list, none, or the English ones. Default `english`. */
  stopWords?: 'english' | readonly string[] | false | undefined
  /** Brings inflected English words together. Default `porter2`. */
  stemmer?: 'porter2' | false | undefined
}

/**
 * An analyzer for any script: NFKC, case and diacritics folded, identifiers whole and in parts, words of scripts without
 * spaces by dictionary and by pairs.
 *
 * @throws TesseraError `INVALID_OPTION` or `UNKNOWN_OPTION`
 */
export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  refuseUnknownOptions(options, ['stopWords', 'stemmer'], 'The analyzer')
  const { stopWords = 'english', stemmer = 'porter2' } = options
  if (stemmer !== 'porter2' && stemmer !== false) throw invalidOption('stemmer', stemmer, "'porter2' or false")
  const stops = stopWordSet(stopWords)
  const stopId = Array.isArray(stopWords) ? hash128([...stops].sort().join('\n')) : stopWords || 'none'
  return new WordAnalyzer(`words-1:stop=${stopId}:stem=${stemmer || 'none'}`, stops, stemmer === 'porter2')
}

function stopWordSet(stopWords: unknown): ReadonlySet<string> {
  if (stopWords === 'english') return ENGLISH_STOP_WORDS
  if (stopWords === false) return new Set()
  if (Array.isArray(stopWords) && stopWords.every((word) => typeof word === 'string')) {
    return new Set(stopWords.map((word) => splitCompound(normalizeText(word)).whole))
  }
  throw invalidOption('stopWords', stopWords, "'english', a list of words, or false")
}

/** Longer terms are cut: nobody types them, and hostile text must not fill the index. */
const LONGEST_TERM = 128
/** Longer runs are not remembered, and neither are more than this many. */
const LONGEST_REMEMBERED = 48
const MOST_REMEMBERED = 1 << 16

const STOP: Word = { terms: [], whole: undefined, parts: [] }

class WordAnalyzer implements Analyzer {
  readonly id: string
  readonly #stops: ReadonlySet<string>
  readonly #stem: boolean
  readonly #remembered = new RecentMap<Word>(MOST_REMEMBERED)

  constructor(id: string, stops: ReadonlySet<string>, stem: boolean) {
    this.id = id
    this.#stops = stops
    this.#stem = stem
  }

  analyze(text: string): string[] {
    const terms: string[] = []
    for (const word of this.words(text)) {
      for (const term of word.terms) terms.push(term)
    }
    return terms
  }

  words(text: string): Word[] {
    const words: Word[] = []
    const source = normalizeText(text)
    let at = nextWord(source, 0)
    while (at < source.length) {
      let end: number
      if (classAt(source, at) === WORD) {
        end = endOfRun(source, at)
        words.push(this.#word(source.slice(startOfRun(source, at), end)))
      } else {
        end = endOfDense(source, at)
        const terms = denseTerms(foldCase(source.slice(at, end))).map(cut)
        words.push({ terms, whole: undefined, parts: terms })
      }
      at = nextWord(source, end)
    }
    return words
  }

  #word(run: string): Word {
    const known = this.#remembered.get(run)
    if (known !== undefined) return known
    if (run.length > LONGEST_REMEMBERED) return this.#read(run)
    const own = detached(run)
    const word = this.#read(own)
    this.#remembered.set(own, word)
    return word
  }

  #read(run: string): Word {
    const special = SPECIAL.exec(run)
    if (special) {
      const whole = cut(foldCase(run))
      const inner = special[1] ?? special[2]!
      const parts = inner.length > 1 ? this.#read(inner).terms : []
      return { terms: [whole, ...parts], whole, parts: [] }
    }
    const compound = splitCompound(run)
    const isStop = this.#stops.has(compound.whole)
    if (compound.parts.length === 0) {
      if (isStop || compound.whole === '') return STOP
      const whole = this.#term(compound.whole)
      return { terms: [whole], whole, parts: [] }
    }
    const kept = compound.parts.filter((part) => !this.#stops.has(part)).map((part) => this.#term(part))
    const whole = compound.whole === '' || isStop ? undefined : this.#term(compound.whole)
    const terms = whole === undefined ? kept : [whole, ...kept]
    for (const pair of compound.pairs) terms.push(this.#term(pair))
    return { terms, whole, parts: kept.length === compound.parts.length || whole === undefined ? kept : [] }
  }

  #term(folded: string): string {
    return cut(this.#stem ? porter2(folded) : folded)
  }
}

/** `.NET`, and `C++`, `C#`. */
const SPECIAL = /^\.(.+)$|^(.+?)(?:\+\+|#)$/

function cut(term: string): string {
  return term.length > LONGEST_TERM ? term.slice(0, LONGEST_TERM) : term
}

/** A copy: a slice would keep the whole text it was cut from in memory. */
function detached(run: string): string {
  return run.length < 13 ? run : ` ${run}`.slice(1)
}
