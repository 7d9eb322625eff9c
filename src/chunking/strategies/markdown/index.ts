export { metadata } from './metadata.js'
export { type MarkdownOptions, markdownOptions } from './options.js'
export { markdownStrategy } from './strategy.js'
