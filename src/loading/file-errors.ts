import { TesseraError } from '../core/index.js'

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  EISDIR: 'it is a folder',
  EIO: 'the device failed',
}

/** The typed error for what the file system refused: `SOURCE_NOT_FOUND` or `SOURCE_UNREADABLE`. */
export function fileError(path: string, cause: unknown): TesseraError {
  if (TesseraError.isInstance(cause)) return cause
  if (isMissing(cause)) return new TesseraError('SOURCE_NOT_FOUND', `"${path}" does not exist.`, { path }, cause)
  const code = errnoOf(cause)
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new TesseraError('SOURCE_UNREADABLE', `"${path}" cannot be read: ${reason}.`, { path, errno: code }, cause)
}

/** Whether an error of the file system says that nothing stands at a path, or can: a glob may be too long for a name. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(errnoOf(error))
}

function errnoOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? ''
}
