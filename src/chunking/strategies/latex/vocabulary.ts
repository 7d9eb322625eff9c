import { type Family, familyOf } from './names.js'

/** What a command of the document's own stands for: `\begin{name}` or `\end{name}`. */
export interface Shortcut {
  kind: 'begin' | 'end'
  name: string
}

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
  readonly #shortcuts = new Map<string, Shortcut>()
  readonly #whole: ReadonlySet<string>

  /** @param whole environments the user wants kept whole */
  constructor(whole: readonly string[] = []) {
    this.#whole = new Set(whole)
    for (const character of ['\\', '%', '$', '{', '}', '\n', '\r']) this.stops[character.charCodeAt(0)] = 1
  }

  /** A star changes nothing unless the document says so. */
  familyOf(name: string): Family {
    return this.#families.get(name) ?? this.#families.get(withoutStar(name)) ?? familyOf(name)
  }

  /** How a theorem-like environment is headed in print, where the document says so. */
  printedName(name: string): string | undefined {
    return this.#titles.get(name)
  }

  isWhole(name: string): boolean {
    return this.#whole.size > 0 && (this.#whole.has(name) || this.#whole.has(withoutStar(name)))
  }

  /** What the command in `start..end` of a text stands for. */
  shortcutAt(text: string, start: number, end: number): Shortcut | undefined {
    return this.#shortcuts.size === 0 ? undefined : this.#shortcuts.get(text.slice(start, end))
  }

  /** A command that is defined anew stands for nothing else any more. */
  learnShortcut(command: string, shortcut: Shortcut | undefined): void {
    if (!shortcut) this.#shortcuts.delete(command)
    // Content that is not LaTeX ends at its literal end only.
    else if (shortcut.name !== 'document' && this.familyOf(shortcut.name) !== 'literal') {
      this.#shortcuts.set(command, shortcut)
    }
  }

  learn(name: string, family: Family, printed?: string): void {
    // A proof declared like a theorem is still a proof.
    if (familyOf(name) !== 'proof') this.#families.set(name, family)
    if (printed !== undefined && printed !== '') this.#titles.set(name, printed)
  }
}

function withoutStar(name: string): string {
  return name.endsWith('*') ? name.slice(0, -1) : name
}
