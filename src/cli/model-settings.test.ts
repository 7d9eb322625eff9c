import { describe, expect, it } from 'vitest'
import { readModel } from './model-settings.js'

const nothing = { named: undefined, inFile: undefined, addressFlag: undefined, addressVariable: undefined }
const inFile = (baseUrl: unknown) => ({ ...nothing, inFile: { provider: 'openai', modelName: 'x', baseUrl } })

describe('the model of a command', () => {
  it('is read from PROVIDER and PROVIDER:MODEL, tags included', () => {
    expect(readModel('embedding', nothing)).toBeUndefined()
    expect(readModel('embedding', { ...nothing, named: 'openai' })).toEqual({ provider: 'openai' })
    expect(readModel('embedding', { ...nothing, named: 'ollama:nomic:v1.5' })).toEqual({
      provider: 'ollama',
      modelName: 'nomic:v1.5',
    })
    for (const named of ['', ':', ':x', 'openai:']) {
      expect(() => readModel('embedding', { ...nothing, named })).toThrow(/PROVIDER/)
    }
  })

  it('of a flag comes before that of the file, and so does an address', () => {
    const file = { ...inFile('http://localhost:1/v1'), named: 'cohere' }
    expect(readModel('embedding', file)).toEqual({ provider: 'cohere' })
    expect(readModel('embedding', { ...file, addressVariable: 'https://b.example' })).toEqual({
      provider: 'cohere',
      baseUrl: 'https://b.example',
    })
    expect(
      readModel('embedding', { ...file, addressVariable: 'https://b.example', addressFlag: 'https://a.example' }),
    ).toMatchObject({ baseUrl: 'https://a.example' })
  })

  it('needs to be named when its address is', () => {
    expect(() => readModel('generation', { ...nothing, addressFlag: 'http://localhost' })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    )
    expect(readModel('generation', { ...nothing, addressVariable: 'http://localhost' })).toBeUndefined()
  })
})

describe('a configuration file', () => {
  it.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:8080',
    'https://127.9.9.9/',
    'http://[::1]:1234/v1',
    'HTTP://LOCALHOST',
  ])('may name the server %s of this machine', (baseUrl) => {
    expect(readModel('embedding', inFile(baseUrl))).toMatchObject({ baseUrl })
  })

  it.each([
    'https://evil.example/v1',
    'http://localhost.evil.example',
    'http://localhost@evil.example/',
    'http://127.0.0.1:80@evil.example',
    'http://evil.example#localhost',
    'http://0.0.0.0:80',
    'http://192.168.1.5/v1',
    'http://127.0.0.1.evil.example',
    'http://[::ffff:8.8.8.8]/',
    'http:\\\\evil.example',
    '//evil.example',
    'evil.example',
    'localhost:80',
    '',
    7,
  ])('may not send keys to %s', (baseUrl) => {
    for (const use of ['embedding', 'generation', 'reranking'] as const) {
      expect(() => readModel(use, inFile(baseUrl))).toThrow(
        expect.objectContaining({
          code: 'INVALID_OPTION',
          message: expect.stringMatching(
            new RegExp(`TESSERA_${use.toUpperCase()}_BASE_URL.*OPENAI_BASE_URL.*--${use}-base-url`),
          ),
        }),
      )
    }
  })

  it('may name a foreign server that the user overrides', () => {
    const sources = { ...inFile('https://evil.example'), addressFlag: 'https://mine.example' }
    expect(readModel('embedding', sources)).toMatchObject({ baseUrl: 'https://mine.example' })
  })

  it.each(['apiKey', 'apiKeyEnv', 'headers', 'keyHeader'])('may not hold %s', (key) => {
    expect(() => readModel('embedding', { ...nothing, inFile: { provider: 'openai', [key]: 'sk-secret' } })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_OPTION', message: expect.not.stringContaining('sk-secret') }),
    )
  })
})
