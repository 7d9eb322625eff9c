export { metadata } from './metadata.js'
export { type HtmlOptions, htmlStrategy } from './strategy.js'
