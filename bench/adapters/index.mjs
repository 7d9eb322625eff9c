/**
 * Everything chunkers are measured through. An adapter has `load()`, which imports its library and gives
 * `create(strategy, { maxSize, overlap })`: a function from a text to `[{ text, start?, end? }]`.
 */
export const adapters = {
  tessera: () => import('./tessera.mjs'),
  langchain: () => import('./langchain.mjs'),
  chonkie: () => import('./chonkie.mjs'),
  mastra: () => import('./mastra.mjs'),
  llamaindex: () => import('./llamaindex.mjs'),
  neurolink: () => import('./neurolink/index.mjs'),
  parser: () => import('./parsers.mjs'),
}

/** @param subject `library:strategy` */
export async function createSubject(subject, sizes) {
  const [library, strategy] = subject.split(':')
  const { load } = await adapters[library]()
  const { create } = await load()
  return create(strategy, sizes)
}
