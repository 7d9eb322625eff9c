import { createChunker } from '../dist/chunking/index.js'
import { documentId, hash128 } from '../dist/core/index.js'
import { openSqliteStorage } from '../dist/stores/index.js'
import { zipfTexts } from './inputs.mjs'
import { seeded } from './random.mjs'

const CHUNKS_PER_DOCUMENT = 100
const FINGERPRINTS = { schema: 1, chunker: 'bench', analyzer: 'bench', embedder: 'none' }

/** Writes generated documents, cut into about `count` chunks of some 500 characters. @param dimensions 0: no vectors */
export async function fillDatabase(path, count, dimensions) {
  const storage = await openSqliteStorage(path)
  const chunker = await createChunker('recursive', { maxSize: 520, overlap: 0 })
  const random = seeded(7)
  const paragraphs = zipfTexts(count)
  for (let number = 0; number < count / CHUNKS_PER_DOCUMENT; number++) {
    const text = Array.from({ length: CHUNKS_PER_DOCUMENT }, () => paragraphs.next().value).join('\n\n')
    const uri = `file:///documents/${number}.txt`
    const document = {
      id: documentId(uri, text),
      uri,
      text,
      mediaType: 'text/plain',
      contentHash: hash128(text),
      metadata: {},
    }
    const chunks = await chunker.chunk(document)
    const vectors = dimensions > 0 ? chunks.map(() => vector(random, dimensions)) : undefined
    const fingerprints = { ...FINGERPRINTS, ...(vectors && { embedder: 'bench' }) }
    await storage.put('default', { document, chunks, fingerprints, ...(vectors && { vectors }) })
  }
  await storage.close()
}

function vector(random, dimensions) {
  return Float32Array.from({ length: dimensions }, () => random() - 0.5)
}
