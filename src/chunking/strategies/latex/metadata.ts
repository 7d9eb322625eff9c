import type { ChunkerMetadata } from '../../../core/index.js'

/** What the latex strategy says of itself before it is loaded. */
export const metadata: ChunkerMetadata = {
  description: 'Cuts at sections, then at environments, display math and paragraphs; equations and theorems stay whole',
  aliases: ['tex', 'latex-section'],
  defaultConfig: { maxSize: 1000, overlap: 0, environments: [], includePreamble: true },
  supportedOptions: ['maxSize', 'overlap', 'environments', 'includePreamble'],
  useCases: ['Academic papers', 'Mathematics', 'Theses and books', 'Lecture notes'],
  mediaTypes: ['text/x-tex', 'text/latex', 'text/x-latex', 'application/x-tex', 'application/x-latex'],
}
