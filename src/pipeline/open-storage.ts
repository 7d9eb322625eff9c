import type { Storage } from '../core/index.js'
import type { ResolvedConfig } from './config.js'

/** The storage a configuration asks for; a native module is loaded only for a database file. */
export async function openStorage(config: ResolvedConfig): Promise<Storage> {
  if (config.storage) return config.storage
  const stores = await import('../stores/index.js')
  if (config.db !== undefined) return stores.openSqliteStorage(config.db)
  if (config.vectorStore || config.bm25Index) {
    const memory = new stores.MemoryStorage()
    return stores.composeStorage({
      documents: memory,
      vectors: config.vectorStore ?? new stores.InMemoryVectorStore(),
      text: config.bm25Index ?? memory.text,
    })
  }
  return new stores.MemoryStorage()
}
