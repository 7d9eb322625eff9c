import { type ErrorCode, TesseraError } from '../../core/errors.js'
import type { Problem } from './report.js'

/** What to do about an error whose message does not say it by itself. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  MISSING_API_KEY: 'Set the variable in the environment, never in a file that is shared.',
  PROVIDER_AUTH: 'Check the API key in the environment: it may be of another account, revoked or cut off.',
  PROVIDER_UNAVAILABLE:
    'Start the server, or name its address by --embedding-base-url, --generation-base-url or --reranking-base-url.',
  PROVIDER_TIMEOUT: 'Try again; a server that loads a model first may need longer than this check waits.',
  PROVIDER_RATE_LIMIT:
    'Wait, or look at the limits and the credit of the account. Ingest keeps to such limits by itself.',
  PROVIDER_ERROR: 'Check that the server has a model of this name.',
  PROVIDER_RESPONSE:
    'Check that the address is the root of the API, usually ending in /v1, and that the model does what it is asked.',
  SOURCE_NOT_FOUND: 'Check the path of the model folder.',
  MODEL_NOT_GENERATIVE: 'Name a language model, such as openai:gpt-4o-mini.',
  DATABASE_CORRUPT: 'Restore the file from a copy, or move it away and ingest again.',
  DATABASE_UNREADABLE: 'Check the permissions of the file, or name another one by --db.',
  DATABASE_UNWRITABLE: 'Check the permissions of file and folder, and the free space of the disk.',
  INDEX_LOCKED: 'Wait for the other process that is writing.',
}

/** An error as a problem with a remedy. @param what what was being done */
export function problemOf(what: string, error: unknown): Problem {
  if (!TesseraError.isInstance(error)) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: `${what}: ${message}`, remedy: 'This was not expected: please report it.' }
  }
  const remedy = REMEDIES[error.code] ?? `The message says what is expected (${error.code}).`
  return { problem: `${what}: ${error.message}`, remedy }
}
