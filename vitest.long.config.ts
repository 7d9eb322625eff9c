import { defineConfig } from 'vitest/config'

/** What takes too long for every run: many rounds of the kill tests. */
export default defineConfig({ test: { include: ['test/long/**/*.test.ts'], testTimeout: 900_000, maxWorkers: 2 } })
