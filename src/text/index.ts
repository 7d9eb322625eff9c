export { type Analyzer, type AnalyzerOptions, createAnalyzer, type Word } from './analyzer.js'
export { renderContext } from './context.js'
export { decodeEntities, decodeEntity } from './entities.js'
export { foldCase, normalizeText } from './fold.js'
export {
  codePointBoundaryAtOrBefore,
  graphemeBoundaryAtOrAfter,
  graphemeBoundaryAtOrBefore,
  isGraphemeBoundary,
} from './graphemes.js'
export { LineTable } from './lines.js'
export { mediaTypeOfName, plainMediaType } from './media-types.js'
export { phraseMatcher } from './phrase.js'
export { sentences } from './sentences.js'
export { guessMediaType, sniffMediaType } from './sniff.js'
export { porter2 } from './stem.js'
export { ENGLISH_STOP_WORDS } from './stopwords.js'
export { readYamlString } from './yaml-string.js'
