import { type Family, familyOf } from './names.js'

/**
 * What names mean in one document: the well-known ones, and those the document defines itself. Filled while the
 * document is read.
 */
export class Vocabulary {
  /**
   * By character code, 1 for those the lexer stops at: TeX's special ones, and those that quote up to their next
   * occurrence because of a `\MakeShortVerb`.
   */
  readonly stops = new Uint8Array(128)
  readonly #families = new Map<string, Family>()
  readonly #titles = new Map<string, string>()
  readonly #whole: ReadonlySet<string>

  /** @param whole environments the user wants kept whole */
  constructor(whole: readonly string[] = []) {
    this.#whole = new Set(whole)
    for (const character of ['\\', '%', '$', '{', '}', '\n', '\r']) this.stops[character.charCodeAt(0)] = 1
  }

  familyOf(name: string): Family {
    return this.#families.get(name) ?? familyOf(name)
  }

  /** How a theorem-like environment is headed in print, where the document says so. */
  printedName(name: string): string | undefined {
    return this.#titles.get(name)
  }

  isWhole(name: string): boolean {
    return this.#whole.has(name)
  }

  learn(name: string, family: Family, printed?: string): void {
    // A proof declared like a theorem is still a proof.
    if (familyOf(name) !== 'proof') this.#families.set(name, family)
    if (printed !== undefined && printed !== '') this.#titles.set(name, printed)
  }
}
