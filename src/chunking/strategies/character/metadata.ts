import type { ChunkerMetadata } from '../../../core/index.js'

export const metadata: ChunkerMetadata = {
  description: 'Cuts at a literal separator if one is given, else at a fixed size',
  aliases: ['char', 'fixed', 'fixed-size'],
  defaultConfig: { maxSize: 1000, overlap: 100, keepSeparator: 'end', isSeparatorRegex: false },
  supportedOptions: ['maxSize', 'overlap', 'separator', 'isSeparatorRegex', 'keepSeparator'],
  useCases: ['Unstructured text', 'Logs'],
  mediaTypes: [],
}
