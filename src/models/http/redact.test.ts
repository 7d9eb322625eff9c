import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, oneLine, redactStranger, safeCause } from './redact.js'

const secret = fc.string({ minLength: 8, maxLength: 60, unit: 'grapheme' }).filter((text) => text.trim().length >= 8)

describe('redaction', () => {
  it('finds a secret as it is, in a URL, in JSON and in base64', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        const redact = createRedactor([key])
        const wellFormed = key.toWellFormed()
        for (const form of [key, encodeURIComponent(wellFormed), JSON.stringify(key).slice(1, -1)]) {
          const result = redact(`${before}${form}${after}`)
          expect(result).toContain('[redacted]')
          // What stands around a secret may happen to contain it again, piece by piece; alone it is gone for good.
          expect(redact(form)).not.toContain(form)
        }
        expect(redact(btoa(unescape(encodeURIComponent(wellFormed))))).toContain('[redacted]')
      }),
    )
  })

  it('leaves text alone that holds no secret, and takes no placeholder for one', () => {
    expect(createRedactor(['ollama', 'none', ''])('ollama answered none')).toBe('ollama answered none')
    expect(createRedactor(['lm-studio', 'Bearer not-needed'])('lm-studio: not-needed')).toBe('lm-studio: not-needed')
    expect(createRedactor([])('text')).toBe('text')
  })

  it('takes a secret that is part of another after the longer one', () => {
    expect(createRedactor(['abcdefgh', 'Bearer abcdefgh'])('x Bearer abcdefgh y')).toBe('x [redacted] y')
  })
})

describe('text of strangers', () => {
  it('loses what looks like a key, and keeps names of models, dates and numbers', () => {
    for (const key of ['sk-proj-abc_12345678', 'AIzaSyA1234567890abcdefghij', '0123456789abcdefSECRET']) {
      expect(redactStranger(`key ${key}, Bearer ${key}; https://me:${key}@host/`)).not.toContain(key)
    }
    const text = 'claude-3-5-sonnet-20241022 of 2024-10-01-preview takes 1000000000000000000000 sk-learn_classifiers'
    expect(redactStranger(text)).toBe(text)
  })

  it('becomes one short line without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const line = oneLine(text, 100)
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(line.length).toBeLessThanOrEqual(103)
      }),
    )
    expect(oneLine(' a\r\n\u001b[31m b\u202e ')).toBe('a [31m b')
  })

  it('of an error keeps its message and code, and nothing that hangs on it', () => {
    const error = Object.assign(
      new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED', key: 'sk-12345678' } }),
      {
        request: 'sk-12345678',
      },
    )
    const cause = safeCause(error, createRedactor(['sk-12345678']))
    expect(cause.message).toBe('fetch failed (ECONNREFUSED)')
    expect(Object.keys(cause)).not.toContain('request')
    expect(cause.cause).toBeUndefined()
  })
})
