import type { Chunk } from '../core/index.js'
import { renderContext } from '../text/index.js'

/** Cautious for English and code: most tokenizers need fewer tokens. */
const CHARACTERS_PER_TOKEN = 3.5

/**
 * What is embedded of a chunk: its context, then its text. Where both together are more than the model reads, the
 * context is cut from the outside, so that the text is not.
 *
 * @param maxInputTokens longest input of the model; undefined: unknown, nothing is cut
 */
export function embeddedInput(chunk: Chunk, maxInputTokens?: number): string {
  const room =
    maxInputTokens === undefined ? Number.POSITIVE_INFINITY : maxInputTokens * CHARACTERS_PER_TOKEN - chunk.text.length
  let from = 0
  let context = renderContext(chunk.context)
  while (context.length + 1 > room && from < chunk.context.length) context = renderContext(chunk.context.slice(++from))
  return context === '' ? chunk.text : `${context}\n${chunk.text}`
}
