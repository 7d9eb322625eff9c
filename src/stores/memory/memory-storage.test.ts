import { describe } from 'vitest'
import { storageConformance } from '../../../test/conformance/storage.js'
import { MemoryStorage } from './index.js'

describe('MemoryStorage', () => {
  storageConformance({ create: async () => new MemoryStorage() })
})
