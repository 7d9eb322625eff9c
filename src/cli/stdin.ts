import type { Document } from '../core/document.js'
import { invalidOption } from '../core/options.js'
import type { DocumentInput } from '../loading/index.js'
import type { IngestedSource, IngestResult } from '../pipeline/index.js'

/** What came in on stdin, and what had to be guessed or replaced in it. */
export interface StdinDocuments {
  /** None where no text came in. */
  documents: Document[]
  warnings: string[]
  uri?: string | undefined
}

/**
 * Reads stdin to be ingested.
 *
 * @param uri identity of the document, whose extension tells the format; without it the text is the identity
 * @throws TesseraError `INVALID_OPTION`, and what reading throws
 */
export async function readDocuments(uri: string | undefined, signal: AbortSignal): Promise<StdinDocuments> {
  if (uri?.trim() === '') throw invalidOption('--uri', uri, 'a URL or a name')
  const { readStdin } = await import('../loading/index.js')
  const { documents, warnings } = await readStdin({ uri, name: uri, signal })
  return { documents: documents.filter(({ text }) => /\S/.test(text)), warnings, uri }
}

/** The documents as a pipeline takes them. */
export function inputsOf({ documents }: StdinDocuments): DocumentInput[] {
  return documents.map(({ text, uri, title, mediaType, language }) => ({ text, uri, title, mediaType, language }))
}

/** A result that also tells what there is to say of stdin: beside its first document, or where there is none in its stead. */
export function withStdin(result: IngestResult, { documents, warnings, uri }: StdinDocuments): IngestResult {
  const [first] = documents
  if (!first) {
    const nothing: IngestedSource = { uri, id: '', status: 'skipped', chunks: 0, warnings }
    return { ...result, documents: [nothing, ...result.documents] }
  }
  const told = result.documents.map((document) =>
    document.id === first.id ? { ...document, warnings: [...warnings, ...document.warnings] } : document,
  )
  return { ...result, documents: told }
}

/**
 * The words of a query as one text; `-` alone stands for what comes in on stdin.
 *
 * @param name what the command calls it
 * @throws TesseraError `INVALID_OPTION` where there are no words, and what reading throws
 */
export async function readQuery(name: string, words: readonly string[], signal: AbortSignal): Promise<string> {
  const query = words.length === 1 && words[0] === '-' ? await readText(signal) : words.join(' ')
  if (query.trim() === '') throw invalidOption(name, query, 'a text with words')
  return query
}

async function readText(signal: AbortSignal): Promise<string> {
  const { readStdin } = await import('../loading/index.js')
  const { documents } = await readStdin({ signal })
  return documents.map(({ text }) => text.trim()).join(' ')
}
