import type { Chunk, ContextPart } from '../core/index.js'

/** Cautious for English and code: most tokenizers need fewer tokens. */
const CHARACTERS_PER_TOKEN = 3.5

/** Context as one line, outermost first: what is embedded before a chunk's text and shown to language models. */
export function renderContext(context: readonly ContextPart[]): string {
  return context.map((part) => part.text).join(' > ')
}

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
