import type { Boundaries } from '../../../core/index.js'
import { createBoundaries, sentenceEnds, wordEnds } from '../../boundaries.js'
import type { Rendering } from './rendering.js'

/**
 * The ends of sentences and words in the text as it is shown, where no tag and no character reference is in the way,
 * carried back to the source.
 */
export function shownBoundaries(rendering: Rendering): Boundaries {
  const shown = createBoundaries(rendering.text, [sentenceEnds, wordEnds])
  return {
    last(start, least, to) {
      // Of a boundary at the end of what is shown before `least`, the source end may lie before it.
      const from = rendering.shownBefore(least - 1) + 1
      const cut = shown.last(rendering.shownBefore(start), from, rendering.shownBefore(to))
      if (!cut) return undefined
      // Tags between two words belong to the piece before, if it reaches that far: nothing is left out.
      const next = rendering.sourceStart(cut.next)
      const end = next <= to ? next : rendering.sourceEnd(cut.end)
      return { end, next: end }
    },
    first(from, to) {
      const next = shown.first(rendering.shownBefore(from), rendering.shownBefore(to))
      return next === undefined ? undefined : rendering.sourceStart(next)
    },
  }
}
