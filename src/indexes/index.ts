export * from './bm25/index.js'
export * from './vector/index.js'
