import { pathToFileURL } from 'node:url'
import { RAGPipeline } from '../dist/index.js'
import { InMemoryBM25Index, TEXTBOOK } from '../dist/indexes/index.js'
import { createSubject } from './adapters/index.mjs'

/**
 * The pipeline over the files of some documents: titles, headings and file names are added as it always adds them.
 *
 * @param options of `ingest`
 * @returns a search that gives `{ doc, ranges, length }` as the scorer wants them
 */
export async function pipelineSearch(documents, options) {
  const pipeline = new RAGPipeline()
  const result = await pipeline.ingest(
    documents.map(({ file }) => file),
    options,
  )
  const failed = result.documents.filter(({ status }) => status !== 'added')
  if (failed.length > 0) throw new Error(`${failed[0].uri} was not added: ${failed[0].error?.message}`)
  const ids = new Map(documents.map(({ id, file }) => [pathToFileURL(file).href, id]))
  return async (query, topK) =>
    (await pipeline.search(query, { topK })).map(({ chunk, uri }) => ({
      doc: ids.get(uri),
      ranges: [[chunk.span.start, chunk.span.end]],
      length: chunk.text.length,
    }))
}

/** LangChain.js's recursive chunks 1000/200 in an index by the textbook, without context: a stable anchor. */
export async function peerSearch(documents, makeLocator) {
  const chunk = await createSubject('langchain:recursive', { maxSize: 1000, overlap: 200 })
  const index = new InMemoryBM25Index(TEXTBOOK)
  const places = new Map()
  for (const { id, text } of documents) {
    const locator = makeLocator(text)
    const records = []
    for (const chunkOf of await chunk(text)) {
      const key = `${id}#${records.length}`
      records.push({ id: key, text: chunkOf.text })
      places.set(key, { doc: id, ranges: locator.locate(chunkOf.text), length: chunkOf.text.length })
    }
    await index.addDocuments(records)
  }
  return async (query, topK) => (await index.search(query, topK)).map(({ id }) => places.get(id))
}
