import { type ErrorCode, nearestNames, TesseraError } from './errors.js'

/** What every registered variant says of itself before it is loaded. */
export interface VariantMetadata {
  /** One sentence for lists and `--help`. */
  description: string
  /** Other names it answers to, case folded. */
  aliases: string[]
}

interface Entry<T, M> {
  name: string
  metadata: M
  factory: () => Promise<T>
  loaded?: Promise<T>
}

/**
 * Named variants (chunking strategies, providers, readers) that are described at once and loaded on first use.
 * Names and aliases are compared case-insensitively.
 */
export abstract class BaseRegistry<T, M extends VariantMetadata> {
  readonly #entries = new Map<string, Entry<T, M>>()
  readonly #names = new Map<string, string>()
  #started = false

  /** What one variant is called in messages, for example "chunking strategy". */
  protected abstract readonly noun: string
  /** Error code for a name that nobody registered. */
  protected abstract readonly unknownCode: ErrorCode
  /** Registers the built-in variants; called once, by the first use. */
  protected abstract registerAll(): void

  /**
   * Adds a variant. A name or alias that is taken is refused with `AMBIGUOUS_NAME`.
   *
   * @param factory loads the variant; called on first use, and again after a failure
   */
  register(name: string, factory: () => Promise<T>, metadata: M): void {
    this.#start()
    this.add(name, factory, metadata)
  }

  /** {@link register} for `registerAll`, which runs before the registry counts as initialised. */
  protected add(name: string, factory: () => Promise<T>, metadata: M): void {
    const words = [name, ...metadata.aliases].map((word) => word.toLowerCase())
    const taken = words.find((word) => this.#names.has(word))
    if (taken !== undefined) {
      const owner = this.#names.get(taken)!
      throw new TesseraError('AMBIGUOUS_NAME', `The ${this.noun} name "${taken}" already belongs to "${owner}".`, {
        name: taken,
        registeredBy: owner,
      })
    }
    this.#entries.set(name, { name, metadata, factory })
    for (const word of words) this.#names.set(word, name)
  }

  /** The variant behind a name or alias; loads it on first use. A failed load may be tried again. */
  async get(nameOrAlias: string): Promise<T> {
    const entry = this.#entry(nameOrAlias)
    entry.loaded ??= entry.factory()
    try {
      return await entry.loaded
    } catch (error) {
      delete entry.loaded
      throw error
    }
  }

  /** The canonical name behind a name or alias. Throws for a name nobody registered. */
  resolve(nameOrAlias: string): string {
    return this.#entry(nameOrAlias).name
  }

  /** What a variant says of itself; nothing is loaded. */
  metadata(nameOrAlias: string): M {
    return this.#entry(nameOrAlias).metadata
  }

  has(nameOrAlias: string): boolean {
    this.#start()
    return this.#names.has(nameOrAlias.toLowerCase())
  }

  /** Every variant in order of registration; nothing is loaded. */
  list(): { name: string; metadata: M }[] {
    this.#start()
    return [...this.#entries.values()].map(({ name, metadata }) => ({ name, metadata }))
  }

  /** Registers the built-in variants if that has not happened; every other method does so by itself. */
  async ensureInitialized(): Promise<void> {
    this.#start()
  }

  #start(): void {
    if (this.#started) return
    this.#started = true
    this.registerAll()
  }

  #entry(nameOrAlias: string): Entry<T, M> {
    this.#start()
    const entry = this.#entries.get(this.#names.get(String(nameOrAlias).toLowerCase()) ?? '')
    if (entry) return entry
    const known = [...this.#entries.keys()]
    const near = nearestNames(String(nameOrAlias), [...this.#names.keys()])
    const hint = near.length > 0 ? ` Did you mean "${near[0]}"?` : ''
    throw new TesseraError(
      this.unknownCode,
      `Unknown ${this.noun} "${nameOrAlias}".${hint} Known: ${known.join(', ')}.`,
      { given: String(nameOrAlias), known, didYouMean: near },
    )
  }
}

/** Makes configured instances of what a registry holds; has no table of its own. */
export abstract class BaseFactory<T, O> {
  /** @throws TesseraError when the name is unknown or an option is wrong */
  abstract create(nameOrAlias: string, options?: O): Promise<T>
}
