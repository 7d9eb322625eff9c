import { BaseRegistry } from '../../core/index.js'
import { plainMediaType } from '../../text/index.js'
import type { Reader, ReaderMetadata } from './reader.js'

/**
 * The readers by format. A reader registered for a media type is asked before the ones registered earlier, so that one
 * of your own can replace a built-in one or add a binary format.
 *
 * @example
 * readerRegistry.register('pdf', async () => pdfReader, {
 *   description: 'PDF, a document a file', aliases: [], mediaTypes: ['application/pdf'],
 * })
 */
export class ReaderRegistry extends BaseRegistry<Reader, ReaderMetadata> {
  protected readonly noun = 'reader'
  protected readonly unknownCode = 'UNSUPPORTED_MEDIA_TYPE'

  protected registerAll(): void {
    this.add('text', async () => (await import('./text.js')).textReader, {
      description: 'Plain text, Markdown, source code, JSON and tables, in any Unicode encoding or Windows-1252',
      aliases: ['plain', 'markdown', 'md', 'json', 'code'],
      mediaTypes: ['text/*', 'application/json', 'application/x-ndjson', 'application/yaml', 'application/toml'],
    })
    this.add('html', async () => (await import('./html.js')).htmlReader, {
      description: 'HTML and XML, in the encoding they declare',
      aliases: ['xhtml', 'xml'],
      mediaTypes: ['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml', 'image/svg+xml'],
    })
    this.add('latex', async () => (await import('./latex.js')).latexReader, {
      description: 'LaTeX, in the encoding it declares',
      aliases: ['tex'],
      mediaTypes: ['text/x-tex', 'text/latex', 'text/x-latex', 'application/x-tex', 'application/x-latex'],
    })
  }

  /** Name of the reader for a media type: an exact match, else one of its kind (`text/*`), else undefined. */
  findByMediaType(mediaType: string): string | undefined {
    const wanted = plainMediaType(mediaType)
    const kind = `${wanted.split('/', 1)[0]}/*`
    const readers = this.list().reverse()
    const takes = (type: string) => readers.find(({ metadata }) => metadata.mediaTypes.includes(type))?.name
    return takes(wanted) ?? takes(kind)
  }
}

/** The readers that loading uses unless it is given others. */
export const readerRegistry: ReaderRegistry = new ReaderRegistry()
