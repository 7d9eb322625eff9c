import type { Storage } from '../core/index.js'
import { composeStorage, InMemoryVectorStore, MemoryStorage, openSqliteStorage } from '../stores/index.js'
import type { ResolvedConfig } from './config.js'

/** The storage a configuration asks for; a native module is loaded only for a database file. */
export async function openStorage(config: ResolvedConfig): Promise<Storage> {
  if (config.storage) return config.storage
  if (config.db !== undefined) return openSqliteStorage(config.db)
  const memory = new MemoryStorage()
  if (!config.vectorStore && !config.bm25Index) return memory
  return composeStorage({
    documents: memory,
    vectors: config.vectorStore ?? new InMemoryVectorStore(),
    text: config.bm25Index ?? memory.text,
  })
}
