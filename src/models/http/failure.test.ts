import { describe, expect, it } from 'vitest'
import { httpFailure } from './failure.js'

function failureOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  const answer = {
    provider: 'acme',
    status,
    url: 'https://acme.example/v1',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name: string) => headers[name] ?? null,
  }
  return httpFailure(answer, Date.parse('2025-01-01T00:00:00Z'), (text) => text)
}

describe('a failure over HTTP', () => {
  it.each([
    [400, 'PROVIDER_ERROR', false],
    [401, 'PROVIDER_AUTH', false],
    [403, 'PROVIDER_AUTH', false],
    [404, 'PROVIDER_ERROR', false],
    [408, 'PROVIDER_UNAVAILABLE', true],
    [429, 'PROVIDER_RATE_LIMIT', true],
    [500, 'PROVIDER_UNAVAILABLE', true],
    [501, 'PROVIDER_UNAVAILABLE', false],
    [503, 'PROVIDER_UNAVAILABLE', true],
    [529, 'PROVIDER_UNAVAILABLE', true],
  ])('of status %d has code %s and is worth another try: %s', (status, code, retryable) => {
    expect(failureOf(status, '{}')).toMatchObject({ code, details: { status, retryable, provider: 'acme' } })
  })

  it.each([
    [{ error: { message: 'no', code: 'bad' } }, 'no bad'],
    [{ error: { message: 'no', type: 'bad' } }, 'no bad'],
    [{ error: 'no' }, 'no'],
    [{ message: 'no' }, 'no'],
    [{ detail: 'no' }, 'no'],
    [[{ error: { message: 'no' } }], 'no'],
    ['"no"', 'no'],
    ['no', 'no'],
    ['<h1>no</h1>', 'no'],
  ])('says what the server said: %j', (body, said) => {
    expect(failureOf(400, body).message.replace(/[()]/g, '')).toBe(`acme answered 400: ${said}`)
  })

  it.each([
    [400, "This model's maximum context length is 8192 tokens, however you requested 9000"],
    [400, 'Invalid input: input is too long'],
    [400, "Invalid 'input': maximum input length is 8192 tokens."],
    [400, 'too many tokens: total tokens exceed the limit'],
    [413, 'anything'],
    [413, 'Input validation error: `inputs` must have less than 512 tokens. Given: 1000'],
    [422, '`inputs` must have less than 512 tokens. Given: 1000'],
    [400, 'at most 100 requests can be in one batch'],
    [400, 'the request exceeds the available context size'],
  ])('of status %d tells that an input is too large by: %s', (status, message) => {
    expect(failureOf(status, { error: { message } }).details['reason']).toBe('too-large')
  })

  it.each(['model not found', 'invalid temperature', 'dimensions not supported'])(
    'does not take "%s" for it',
    (message) => {
      expect(failureOf(400, { error: { message } }).details).not.toHaveProperty('reason')
    },
  )

  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 01 Jan 2020 00:00:30 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': '-3' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('reads when to come back from %j', (headers, expected) => {
    expect(failureOf(429, '{}', headers as Record<string, string>).details['retryAfterMs']).toBe(expected)
  })
})
