import { EnvironmentIndex } from './environment-index.js'
import { Vocabulary } from './vocabulary.js'

/** A document that is being read, and what is known of it as a whole: shared by all lexers that read parts of it. */
export interface Reading {
  readonly text: string
  readonly vocabulary: Vocabulary
  readonly environments: EnvironmentIndex
}

/** @param whole environments the user wants kept whole */
export function reading(text: string, whole?: readonly string[]): Reading {
  return { text, vocabulary: new Vocabulary(whole), environments: new EnvironmentIndex(text) }
}

/**
 * Where the content of an environment ends that is not read as structure.
 *
 * @param begin where its begin command stands
 * @returns the offset of its end command; -1 when it is read, or not closed
 */
export function unreadEnd({ vocabulary, environments }: Reading, name: string, begin: number): number {
  if (vocabulary.familyOf(name) === 'literal') return environments.firstEnd(name, begin)
  return vocabulary.isWhole(name) ? environments.partner(name, begin) : -1
}
