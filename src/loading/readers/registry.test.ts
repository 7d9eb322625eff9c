import { describe, expect, it } from 'vitest'
import { ReaderRegistry } from './registry.js'

describe('ReaderRegistry', () => {
  it('lists its readers without loading them, and knows their aliases', async () => {
    const readers = new ReaderRegistry()
    expect(readers.list().map(({ name }) => name)).toEqual(['text', 'html', 'latex'])
    expect(await readers.get('MD')).toBe(await readers.get('text'))
  })

  it('prefers an exact media type to its kind, and later readers to earlier ones', () => {
    const readers = new ReaderRegistry()
    expect(readers.findByMediaType('text/html; charset=utf-8')).toBe('html')
    expect(readers.findByMediaType('TEXT/x-anything')).toBe('text')
    expect(readers.findByMediaType('application/pdf')).toBeUndefined()
    const factory = async () => ({ read: () => ({ documents: [], warnings: [] }) })
    readers.register('mine', factory, { description: 'mine', aliases: [], mediaTypes: ['text/html', 'text/*'] })
    expect(readers.findByMediaType('text/html')).toBe('mine')
    expect(readers.findByMediaType('text/plain')).toBe('mine')
  })

  it('refuses a name nobody registered', async () => {
    await expect(new ReaderRegistry().get('pdf')).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  })
})
