import type { ChunkerMetadata } from '../../../core/index.js'

/** What the `html` strategy says of itself before it is loaded. */
export const metadata: ChunkerMetadata = {
  description: 'Cuts web pages at articles, sections, headings, paragraphs, list items, tables and preformatted text',
  aliases: ['htm', 'web'],
  defaultConfig: { maxSize: 1000, overlap: 0, stripTags: true, mainContent: false },
  supportedOptions: ['maxSize', 'overlap', 'stripTags', 'removeTags', 'mainContent'],
  useCases: ['Web pages', 'Web scraping', 'HTML documents'],
  mediaTypes: ['text/html', 'application/xhtml+xml'],
}
