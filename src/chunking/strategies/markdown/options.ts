import { type ChunkingOptions, invalidOption } from '../../../core/index.js'

/** Options of the markdown strategy. */
export interface MarkdownOptions extends ChunkingOptions {
  /**
   * Heading levels that begin a new chunk, exactly these. Headings of other levels cut only where the size demands it;
   * all of them belong to the heading path. Default `[1, 2, 3, 4, 5, 6]`.
   */
  headerLevels?: readonly number[] | undefined
  /**
   * Whether a code block larger than `maxSize` is cut between its lines, best after blank ones. With `false` it is
   * treated like an equation: the limit still holds, so it is cut at the last white space that fits and its chunks are
   * flagged `split-atom`. Either way each part of a fence is a complete fence again, and a block that fits is never cut.
   * Default `true`.
   */
  splitCodeBlocks?: boolean | undefined
  /**
   * Whether the lines of the headings that cut are part of the chunks. With `false` they, and the anchors and comments
   * right before them, are listed as dropped, and the headings live in the context alone. Default `true`.
   */
  includeHeading?: boolean | undefined
}

/** The strategy's own options with defaults filled in. */
export interface MarkdownSettings {
  headerLevels: ReadonlySet<number>
  splitCodeBlocks: boolean
  includeHeading: boolean
}

/**
 * Checks the strategy's own options and fills in their defaults.
 *
 * @throws TesseraError `INVALID_OPTION`
 */
export function markdownOptions(options: Readonly<MarkdownOptions>): MarkdownSettings {
  return {
    headerLevels: headerLevels(options.headerLevels),
    splitCodeBlocks: flag('splitCodeBlocks', options.splitCodeBlocks),
    includeHeading: flag('includeHeading', options.includeHeading),
  }
}

function headerLevels(given: unknown): ReadonlySet<number> {
  if (given === undefined) return new Set([1, 2, 3, 4, 5, 6])
  const valid = Array.isArray(given) && given.every((level) => Number.isInteger(level) && level >= 1 && level <= 6)
  if (!valid) throw invalidOption('headerLevels', given, 'an array of whole numbers from 1 to 6')
  return new Set(given)
}

function flag(name: string, given: unknown): boolean {
  if (given === undefined) return true
  if (typeof given !== 'boolean') throw invalidOption(name, given, 'true or false')
  return given
}
