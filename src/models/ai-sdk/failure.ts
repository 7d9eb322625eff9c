import { TesseraError } from '../../core/index.js'
import { dig, httpFailure, safeCause } from '../http/index.js'
import type { AiSdkModel } from './detect.js'

/**
 * Calls a model of the AI SDK and maps what it throws: an `APICallError` by its status, a broken connection as
 * unavailable. Only its message is kept, since the error itself carries the request.
 */
export async function calling<T>(model: AiSdkModel, call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(model.provider, error)
  }
}

/** What a model of the AI SDK threw, or sent inside a stream, as an error of ours. */
export function failureOf(provider: string, error: unknown): TesseraError {
  if (TesseraError.isInstance(error)) return error
  const status = dig(error, 'statusCode')
  if (typeof status === 'number') {
    const headers = dig(error, 'responseHeaders')
    const body = dig(error, 'responseBody')
    const answer = {
      provider,
      status,
      url: String(dig(error, 'url') ?? '').replace(/\?.*/, ''),
      body: typeof body === 'string' ? body : JSON.stringify({ message: String(dig(error, 'message') ?? '') }),
      header: (name: string) => {
        const value = dig(headers, name)
        return typeof value === 'string' ? value : null
      },
    }
    return httpFailure(answer, Date.now(), (text) => text)
  }
  const cause = safeCause(error, (text) => text)
  const retryable = dig(error, 'isRetryable') === true || /fetch failed|socket|ECONN|ETIMEDOUT/i.test(cause.message)
  const code = retryable ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_ERROR'
  return new TesseraError(code, `${provider} failed: ${cause.message}`, { provider, retryable }, cause)
}
