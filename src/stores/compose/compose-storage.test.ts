import { describe } from 'vitest'
import { storageConformance } from '../../../test/conformance/storage.js'
import { MemoryStorage } from '../memory/index.js'
import { InMemoryVectorStore } from '../memory-vector-store.js'
import { composeStorage } from './index.js'

describe('composeStorage', () => {
  describe('over a vector engine and the words of the document store', () => {
    storageConformance({
      create: async () => composeStorage({ vectors: new InMemoryVectorStore() }),
      looseRecords: false,
    })
  })
  describe('over three engines', () => {
    storageConformance({
      create: async () => composeStorage({ vectors: new InMemoryVectorStore(), text: new MemoryStorage().text }),
      looseRecords: false,
    })
  })
})
