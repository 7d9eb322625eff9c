/** Characters of Latin text a token holds, and tokens a character of other scripts takes: averages over common models. */
const ASCII_PER_TOKEN = 3.5

/**
 * About how many tokens a text has for a model whose tokenizer is not at hand; rather too many than too few. For
 * filling requests and for warnings, never for limits of chunks.
 */
export function estimateTokens(text: string): number {
  let ascii = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) ascii++
  return Math.ceil(ascii / ASCII_PER_TOKEN + (text.length - ascii))
}

/** The first `length` UTF-16 units, or one less where that would cut a surrogate pair. */
export function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
