export { metadata } from './metadata.js'
export { type LatexOptions, latexStrategy } from './strategy.js'
