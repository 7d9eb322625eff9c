import type { ChunkerMetadata } from '../../../core/index.js'

/** What the markdown strategy says of itself before it is loaded. */
export const metadata: ChunkerMetadata = {
  description: 'Splits markdown content by headers and structural elements',
  aliases: ['md', 'markdown-header'],
  defaultConfig: {
    maxSize: 1000,
    overlap: 0,
    headerLevels: [1, 2, 3, 4, 5, 6],
    splitCodeBlocks: true,
    includeHeading: true,
  },
  supportedOptions: ['maxSize', 'overlap', 'headerLevels', 'splitCodeBlocks', 'includeHeading'],
  useCases: ['Documentation processing', 'README files', 'Technical documentation'],
  mediaTypes: ['text/markdown', 'text/x-markdown', 'text/mdx'],
}
