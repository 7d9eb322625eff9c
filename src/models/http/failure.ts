import { type ErrorCode, TesseraError } from '../../core/index.js'
import { oneLine } from './redact.js'

/** What is known of an answer that is not a success. */
export interface FailedAnswer {
  /** Name of the provider, for the message. */
  provider: string
  status: number
  /** Where the request went, without query. */
  url: string
  body: string
  /** Looks a response header up. */
  header(name: string): string | null
}

/** Words by which servers say that an input is longer than the model reads, or that a request holds too many. */
const TOO_LARGE =
  /context.?length|maximum context|too (?:long|large|many (?:tokens|inputs))|token (?:limit|count)|exceeds? .{0,40}(?:tokens?|length|context)|(?:less|more|longer) than|(?:max(?:imum)?|at most) .{0,30}(?:tokens|length|batch|requests|inputs|texts)|batch size/i

/**
 * The error for an HTTP answer outside 200..299. `details.retryable` says whether asking again can help,
 * `details.retryAfterMs` when, `details.reason` is `too-large` where an input or the request was, or `quota` where the account is empty.
 *
 * @param now milliseconds of the clock, for a `Retry-After` that is a date
 */
export function httpFailure(answer: FailedAnswer, now: number, redact: (text: string) => string): TesseraError {
  const { provider, status, url } = answer
  const said = oneLine(redact(serverMessage(answer.body)))
  const reason = failureReason(status, said)
  const message = `${provider} answered ${status}${said === '' ? '' : `: ${said}`}${advice(status)}`
  return new TesseraError(codeOf(status), message, {
    provider,
    status,
    url,
    reason,
    retryable: isRetryable(status) && reason !== 'quota',
    retryAfterMs: retryAfter(answer, now),
  })
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'PROVIDER_AUTH'
  if (status === 429) return 'PROVIDER_RATE_LIMIT'
  if (status === 408 || status === 425 || status >= 500) return 'PROVIDER_UNAVAILABLE'
  return 'PROVIDER_ERROR'
}

/** 501 and 505 say that the server will never do it. */
function isRetryable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
}

function failureReason(status: number, said: string): 'quota' | 'too-large' | undefined {
  if (status === 429) return /insufficient.quota|exceeded your current quota|billing/i.test(said) ? 'quota' : undefined
  if (status === 413) return 'too-large'
  return (status === 400 || status === 422) && TOO_LARGE.test(said) ? 'too-large' : undefined
}

function advice(status: number): string {
  if (status === 401) return ' (is the API key right?)'
  if (status === 404) return ' (are baseUrl and modelName right?)'
  if (status >= 300 && status < 400) return ' (redirects are not followed: give baseUrl as the address it leads to)'
  return ''
}

/** The human part of an error body, in the shapes that are in use; else the body itself. */
function serverMessage(body: string): string {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return body.replace(/<[^>]{0,200}>/g, ' ')
  }
  const first: unknown = Array.isArray(json) ? json[0] : json
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || first === null) return body
  const { error, message, detail } = first as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { message: inner, code, type } = error as Record<string, unknown>
    const label = [code, type].find((word) => typeof word === 'string')
    return [inner, label === undefined ? undefined : `(${String(label)})`].filter(Boolean).map(String).join(' ')
  }
  const text = [message, error, detail].find((value) => typeof value === 'string')
  return typeof text === 'string' ? text : body
}

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), or the finer `retry-after-ms` some servers send. */
function retryAfter(answer: FailedAnswer, now: number): number | undefined {
  const milliseconds = Number(answer.header('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds
  const value = answer.header('retry-after')?.trim()
  if (!value) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
