import { asArray, asCount, asString, dig, type HttpClient, inOrder } from './http/index.js'
import type { EmbeddingReply, RerankScore } from './provider.js'

/** Reads `{ data: [{ index, embedding }], usage }`, the shape OpenAI introduced and many servers share. */
export function embeddingReply(http: HttpClient, reply: unknown, count: number): EmbeddingReply {
  const items = inOrder(asArray(dig(reply, 'data')) ?? [], count)
  if (!items) throw http.malformed(`data with ${count} embeddings, each position once`, reply)
  return {
    vectors: items.map((item) => dig(item, 'embedding')),
    inputTokens: asCount(dig(reply, 'usage', 'prompt_tokens')) ?? asCount(dig(reply, 'usage', 'total_tokens')),
  }
}

/**
 * Reads a ranking in either shape that is in use: `{ results | data: [{ index, relevance_score }] }` of Cohere, Jina,
 * Voyage, vLLM and llama.cpp, or `[{ index, score }]` of Text Embeddings Inference.
 */
export function rerankReply(http: HttpClient, reply: unknown): RerankScore[] {
  const items = asArray(reply) ?? asArray(dig(reply, 'results')) ?? asArray(dig(reply, 'data'))
  if (!items) throw http.malformed('a list of scores', reply)
  return items.map((item) => ({ index: dig(item, 'index'), score: dig(item, 'relevance_score') ?? dig(item, 'score') }))
}

/** The texts of a list of content parts, joined; parts of other kinds (thoughts, calls) are not part of the answer. */
export function joinedText(parts: unknown): string | undefined {
  const list = asArray(parts)
  if (!list) return asString(parts)
  return list
    .filter((part) => dig(part, 'thought') !== true)
    .map((part) => asString(dig(part, 'text')) ?? '')
    .join('')
}

/** A picture as a `data:` URL. */
export function dataUrl(image: Uint8Array, mediaType: string): string {
  return `data:${mediaType};base64,${base64(image)}`
}

/** Bytes in base64, in pieces that fit the argument list of a call. */
export function base64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)))
  return btoa(parts.join(''))
}
