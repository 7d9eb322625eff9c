import { invalidOption, type Json, TesseraError } from '../../core/index.js'
import { readChunks, readText } from './body.js'
import { httpFailure } from './failure.js'
import { createRedactor, oneLine, safeCause } from './redact.js'
import { holdsSecret } from './secrets.js'
import { asString, dig } from './shapes.js'
import { readEvents } from './sse.js'

/** Answers larger than this are refused; 256 vectors of 3,072 numbers are about 17 MB. */
const MAX_RESPONSE_BYTES = 64 * 2 ** 20
/** How much of a failure's body is read for its message. */
const MAX_FAILURE_BYTES = 64 * 2 ** 10

/**
 * Shorter secrets are left in what a model says: a word that happens to be somebody's key would make the answer wrong,
 * and nothing that protects anything is shorter.
 */
const SHORTEST_IN_ANSWERS = 16

/** `fetch`, as far as it is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpClientOptions {
  /** Name of the provider, for messages. */
  provider: string
  /** Root of the API. A query, as Azure's `?api-version=`, is sent with every request. */
  baseUrl: string
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>
  /** Keys among the headers, which no message shows. Values of the query of `baseUrl` are told by their names. */
  secrets: readonly string[]
  fetch: Fetch
}

/**
 * Talks JSON to one server. Every failure is a {@link TesseraError} of a `PROVIDER_` code without any secret in it.
 * It asks once; asking again is the business of `resilience/`.
 */
export class HttpClient {
  readonly #options: HttpClientOptions
  readonly #base: URL
  readonly #redact: (text: string) => string
  readonly #redactAnswer: (text: string) => string

  /** @throws TesseraError `INVALID_OPTION` when `baseUrl` is no http(s) address, or carries a password */
  constructor(options: HttpClientOptions) {
    this.#options = options
    this.#base = parseBaseUrl(options.baseUrl)
    const inQuery = [...this.#base.searchParams].filter(([name, value]) => holdsSecret(name, value))
    const secrets = [...options.secrets, ...inQuery.map(([, value]) => value)]
    this.#redact = createRedactor(secrets)
    this.#redactAnswer = createRedactor(secrets, SHORTEST_IN_ANSWERS)
  }

  /**
   * Posts `body` and gives the JSON that comes back.
   *
   * @param path appended to the base, with a leading slash; may carry a query
   * @param signal its reason is thrown when it is a {@link TesseraError}
   */
  async postJson(path: string, body: Json, signal: AbortSignal): Promise<unknown> {
    const response = await this.#post(path, body, signal, 'application/json')
    const text = await this.#guard(signal, () => readText(response, MAX_RESPONSE_BYTES))
    try {
      // Some servers echo headers; what they answer is shown and stored like everything else.
      return JSON.parse(this.#redactAnswer(text))
    } catch (error) {
      throw this.#notJson(response, text, error)
    }
  }

  /**
   * Posts `body` and gives the JSON in the data of each server-sent event, as it comes; the closing `[DONE]` of some
   * servers is given as that string.
   */
  async *postEvents(path: string, body: Json, signal: AbortSignal): AsyncGenerator<unknown> {
    const response = await this.#post(path, body, signal, 'text/event-stream')
    const events = readEvents(readChunks(response, MAX_RESPONSE_BYTES))
    try {
      for (;;) {
        const next = await this.#guard(signal, () => events.next())
        if (next.done) return
        yield this.#parseEvent(next.value.data)
      }
    } finally {
      await events.return(undefined)
    }
  }

  /** An answer of the right status and the wrong content. */
  malformed(expected: string, given?: unknown): TesseraError {
    const shown =
      given === undefined ? '' : `; it was ${oneLine(this.#redact(JSON.stringify(given) ?? 'nothing'), 120)}`
    const { provider } = this.#options
    return new TesseraError('PROVIDER_RESPONSE', `${provider} gave no usable answer: expected ${expected}${shown}.`, {
      provider,
      expected,
      retryable: false,
    })
  }

  /** A stream that ended before the answer did. */
  interrupted(): TesseraError {
    const { provider } = this.#options
    const message = `${provider} ended the stream before the answer was complete.`
    return new TesseraError('PROVIDER_RESPONSE', message, { provider, retryable: true })
  }

  /** A failure that was reported inside an answer of status 200. */
  failed(error: unknown): TesseraError {
    const { provider } = this.#options
    const text = asString(dig(error, 'message')) ?? JSON.stringify(error) ?? 'an error'
    const retryable = /overload|server_error|internal|unavailable|rate.?limit/i.test(JSON.stringify(error) ?? '')
    const message = `${provider} reports a failure: ${oneLine(this.#redact(text))}`
    return new TesseraError('PROVIDER_ERROR', message, { provider, retryable })
  }

  async #post(path: string, body: Json, signal: AbortSignal, accept: string): Promise<Response> {
    const [pathname, query] = path.split('?')
    const url = new URL(this.#base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}${pathname}`
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
    const response = await this.#guard(signal, () =>
      this.#options.fetch(url.href, {
        method: 'POST',
        headers: { ...this.#options.headers, 'content-type': 'application/json', accept },
        body: JSON.stringify(body),
        signal,
        // A redirect to another host would take keys in headers of its own along.
        redirect: 'manual',
      }),
    )
    if (response.ok) return response
    const text = await readText(response, MAX_FAILURE_BYTES).catch(() => '')
    const answer = {
      provider: this.#options.provider,
      status: response.status,
      url: url.origin + url.pathname,
      body: text,
      header: (name: string) => response.headers.get(name),
    }
    throw httpFailure(answer, Date.now(), this.#redact)
  }

  /** Turns what fetch and streams throw into our errors: an abort by its reason, else a broken connection. */
  async #guard<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted && TesseraError.isInstance(signal.reason)) throw signal.reason
      if (TesseraError.isInstance(error)) throw error
      const cause = safeCause(error, this.#redact)
      const { provider } = this.#options
      const url = this.#base.origin
      const message = `${provider} could not be reached at ${url}: ${cause.message}`
      throw new TesseraError('PROVIDER_UNAVAILABLE', message, { provider, url, retryable: true }, cause)
    }
  }

  #parseEvent(data: string): unknown {
    if (data === '[DONE]') return data
    try {
      return JSON.parse(this.#redactAnswer(data))
    } catch {
      throw this.malformed('a stream of JSON events', data)
    }
  }

  #notJson(response: Response, text: string, error: unknown): TesseraError {
    const { provider } = this.#options
    const isPage = /html/i.test(response.headers.get('content-type') ?? '')
    const notANumber = /[[,:]\s*-?(?:NaN|Infinity)\b/.test(text)
    const what = isPage ? 'a web page (is baseUrl right?)' : notANumber ? 'NaN or Infinity' : 'no JSON'
    return new TesseraError(
      'PROVIDER_RESPONSE',
      `${provider} answered with ${what}: ${oneLine(this.#redact(text.slice(0, MAX_FAILURE_BYTES)), 120)}`,
      // Half an answer of a server that died looks like this, and the next may be whole.
      { provider, status: response.status, retryable: !isPage && !notANumber },
      safeCause(error, this.#redact),
    )
  }
}

function parseBaseUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // Up to the last @ may be a password with any characters in it, and a query may hold a key.
    const shown = baseUrl.replace(/^.*@/s, '[redacted]@').replace(/[?#].*/s, '...')
    throw invalidOption('baseUrl', shown, 'an http: or https: address')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidOption('baseUrl', `${url.protocol}//[redacted]@${url.host}`, 'an address without a user and password')
  }
  url.hash = ''
  return url
}
