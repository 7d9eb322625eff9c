import type { ChunkerMetadata } from '../../../core/index.js'

export const metadata: ChunkerMetadata = {
  description: 'Cuts at the strongest boundary inside the limit: paragraph, line, sentence, word',
  aliases: ['recursive-character', 'langchain-default'],
  defaultConfig: { maxSize: 1000, overlap: 200, isSeparatorRegex: false },
  supportedOptions: ['maxSize', 'overlap', 'separators', 'isSeparatorRegex', 'keepSeparator', 'language'],
  useCases: ['General purpose', 'Default choice', 'Plain text'],
  mediaTypes: ['text/plain'],
}
