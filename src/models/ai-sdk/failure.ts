import { TesseraError } from '../../core/index.js'
import { createRedactor, dig, holdsSecret, httpFailure, redactStranger, safeCause } from '../http/index.js'
import type { AiSdkModel } from './detect.js'

/**
 * Calls a model of the AI SDK and maps what it throws: an `APICallError` by its status, a broken connection as
 * unavailable. Only its message is kept, since the error itself carries the request; its keys are not known here, so
 * whatever looks like one is taken out.
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
      url: redactStranger(String(dig(error, 'url') ?? '').replace(/[?#].*/s, '')),
      body: typeof body === 'string' ? body : JSON.stringify({ message: String(dig(error, 'message') ?? '') }),
      header: (name: string) => {
        const value = dig(headers, name)
        return typeof value === 'string' ? value : null
      },
    }
    const redact = createRedactor(secretsOf(dig(error, 'url')))
    return httpFailure(answer, Date.now(), (text) => redactStranger(redact(text)))
  }
  const cause = safeCause(error, redactStranger)
  const retryable = dig(error, 'isRetryable') === true || /fetch failed|socket|ECONN|ETIMEDOUT/i.test(cause.message)
  const code = retryable ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_ERROR'
  return new TesseraError(code, `${provider} failed: ${cause.message}`, { provider, retryable }, cause)
}

/** What an address holds that is nobody's business: user, password, and keys in its query. */
function secretsOf(address: unknown): string[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return []
  const { username, password, searchParams } = new URL(address)
  const inQuery = [...searchParams].filter(([name, value]) => holdsSecret(name, value)).map(([, value]) => value)
  return [username, password, decoded(password), ...inQuery]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
