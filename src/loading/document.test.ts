import { describe, expect, it } from 'vitest'
import { documentId, hash128 } from '../core/index.js'
import { createDocument, type DocumentInput } from './document.js'

describe('createDocument', () => {
  it('gives id, hash, media type and title', () => {
    const text = '# Guide\n\nRun it.'
    expect(createDocument({ text, uri: 'file:///docs/guide.md' })).toEqual({
      id: documentId('file:///docs/guide.md', text),
      uri: 'file:///docs/guide.md',
      text,
      mediaType: 'text/markdown',
      title: 'Guide',
      contentHash: hash128(text),
      metadata: {},
    })
  })

  it('keeps the id of a uri when the text changes, and tells texts without one apart', () => {
    expect(createDocument({ text: 'a', uri: 'u' }).id).toBe(createDocument({ text: 'b', uri: 'u' }).id)
    expect(createDocument({ text: 'a' }).id).not.toBe(createDocument({ text: 'b' }).id)
  })

  it('lets what is given win over what the text states', () => {
    const document = createDocument({
      text: '# A',
      title: '',
      mediaType: 'Text/Markdown; charset=utf-8',
      language: 'fr',
    })
    expect(document).toMatchObject({ title: '', mediaType: 'text/markdown', language: 'fr' })
  })

  it('copies metadata, so that later changes of the caller do not reach it', () => {
    const metadata = { tags: ['a'] }
    const document = createDocument({ text: 'x', metadata })
    metadata.tags.push('b')
    expect(document.metadata).toEqual({ tags: ['a'] })
  })

  it('takes metadata with a value shared by two keys', () => {
    const shared = ['x']
    expect(createDocument({ text: '', metadata: { a: shared, b: shared } }).metadata).toEqual({ a: ['x'], b: ['x'] })
  })

  it.each([
    ['no text', {}],
    ['a text that is none', { text: 5 }],
    ['no object', null],
    ['an empty uri', { text: '', uri: '' }],
    ['a malformed media type', { text: '', mediaType: 'markdown' }],
    ['a date in metadata', { text: '', metadata: { at: new Date(0) } }],
    ['NaN in metadata', { text: '', metadata: { n: [Number.NaN] } }],
    ['undefined in metadata', { text: '', metadata: { a: undefined } }],
    ['a list as metadata', { text: '', metadata: [] }],
  ])('refuses %s', (_what, input) => {
    expect(() => createDocument(input as unknown as DocumentInput)).toThrowError(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    )
  })

  it('refuses a cycle in metadata, and a key nobody reads', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(() => createDocument({ text: '', metadata: cycle } as unknown as DocumentInput)).toThrowError(/cycles/)
    const misspelt = { text: '', titel: 'x' } as DocumentInput
    expect(() => createDocument(misspelt)).toThrowError(expect.objectContaining({ code: 'UNKNOWN_OPTION' }))
  })
})
