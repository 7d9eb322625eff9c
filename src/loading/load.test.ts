import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Document } from '../core/index.js'
import { createDocument } from './document.js'
import { fileUri } from './file-uri.js'
import { type LoadedSource, type LoadOptions, loadSources } from './load.js'
import { ReaderRegistry } from './readers/registry.js'
import { resolveSources } from './resolve.js'
import type { IngestSource } from './sources.js'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-load-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\x0d'

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
}

async function load(sources: IngestSource | IngestSource[], options?: LoadOptions): Promise<LoadedSource[]> {
  const loaded: LoadedSource[] = []
  const plan = await resolveSources(sources, { cwd: root })
  for await (const result of loadSources(plan, options)) loaded.push(result)
  return loaded
}

async function loadOne(source: IngestSource, options?: LoadOptions): Promise<LoadedSource> {
  return (await load(source, options))[0]!
}

describe('loadSources', () => {
  it('makes a document of a file', async () => {
    write('guide.md', '# Guide\n\nRun.')
    expect(await loadOne('guide.md')).toMatchObject({
      status: 'ok',
      uri: fileUri(join(root, 'guide.md')),
      origin: 'named',
      done: 1,
      total: 1,
      size: 13,
      warnings: [],
      document: {
        text: '# Guide\n\nRun.',
        title: 'Guide',
        mediaType: 'text/markdown',
        uri: fileUri(join(root, 'guide.md')),
      },
    })
  })

  it('keeps the order of the plan and counts up, whatever finishes first', async () => {
    for (let i = 0; i < 30; i++) write(`f${String(i).padStart(2, '0')}.txt`, 'x'.repeat(i % 3 === 0 ? 200_000 : 5))
    const loaded = await load('.', { concurrency: 8 })
    expect(loaded.map(({ uri }) => uri)).toEqual([...loaded.map(({ uri }) => uri)].sort())
    expect(loaded.map(({ done, total }) => [done, total])).toEqual(loaded.map((_, index) => [index + 1, 30]))
  })

  it('fails for a named binary file and skips a found one, reading on', async () => {
    write('d/a.md', 'a')
    write('d/b.md', PNG)
    write('d/c.pdf', '%PDF-1.7 ...')
    write('d/d.md', 'd')
    const found = await load('d')
    expect(found.map(({ status }) => status)).toEqual(['ok', 'skipped', 'skipped', 'ok'])
    expect(found[1]).toMatchObject({ reason: 'binary-file', message: expect.stringContaining('PNG image') })
    expect(found[2]).toMatchObject({ reason: 'unsupported-media-type' })
    const named = await load(['d/b.md', 'd/c.pdf', 'd/d.md'])
    expect(named.map((result) => (result.status === 'failed' ? result.error.code : result.status))).toEqual([
      'BINARY_FILE',
      'UNSUPPORTED_MEDIA_TYPE',
      'ok',
    ])
  })

  it('reports a file that vanished after it was found', async () => {
    write('a.md', 'a')
    write('b.md', 'b')
    const plan = await resolveSources('.', { cwd: root })
    rmSync(join(root, 'a.md'))
    const loaded: LoadedSource[] = []
    for await (const result of loadSources(plan)) loaded.push(result)
    expect(loaded).toMatchObject([{ status: 'failed', error: { code: 'SOURCE_NOT_FOUND' } }, { status: 'ok' }])
  })

  it('gives a document and a warning for an empty or blank file, and for an empty text', async () => {
    write('empty.md', '')
    write('blank.md', ' \n\t')
    for (const result of await load(['empty.md', 'blank.md', { text: '' }])) {
      expect(result).toMatchObject({ status: 'ok', warnings: [expect.any(String)] })
    }
  })

  it('passes on what an encoding made uncertain', async () => {
    write('old.txt', 'Caf\xe9')
    expect(await loadOne('old.txt')).toMatchObject({
      document: { text: 'Café' },
      warnings: [expect.stringContaining('windows-1252')],
    })
  })

  it('reads legacy encodings that HTML, XML and LaTeX declare', async () => {
    const koi8 = '\xf0\xd2\xc9\xd7\xc5\xd4'
    write('a.html', `<html><meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>${koi8}`)
    write('b.xml', `<?xml version="1.0" encoding='koi8-r'?><a>${koi8}</a>`)
    write('c.tex', `\\documentclass{article}\n\\usepackage[koi8-r]{inputenc}\n${koi8}`)
    for (const result of await load(['a.html', 'b.xml', 'c.tex'])) {
      expect(result).toMatchObject({ document: { text: expect.stringContaining('Привет') } })
    }
  })

  it('finds the format by content where the name says nothing', async () => {
    write('page', '<!doctype html><title>T</title>')
    expect(await loadOne('page')).toMatchObject({ document: { mediaType: 'text/html', title: 'T' } })
  })

  it('refuses a file that is too large before reading it', async () => {
    write('huge.txt', 'text')
    truncateSync(join(root, 'huge.txt'), 3 * 2 ** 28 + 1)
    expect(await loadOne('huge.txt')).toMatchObject({ status: 'failed', error: { code: 'DOCUMENT_TOO_LARGE' } })
  })

  it('reads texts with what was said of them', async () => {
    const source = { text: '# A', uri: 'notes/1', title: 'T', mediaType: 'text/markdown', metadata: { team: 'x' } }
    expect(await loadOne(source)).toMatchObject({
      status: 'ok',
      uri: 'notes/1',
      document: { title: 'T', metadata: { team: 'x' } },
    })
  })

  it('hands on what resolving skipped', async () => {
    mkdirSync(join(root, 'empty'))
    expect(await loadOne('empty')).toMatchObject({ status: 'skipped', reason: 'empty-folder', done: 1, total: 1 })
  })

  it('never holds more files than it may', async () => {
    for (let i = 0; i < 20; i++) write(`${i}.x`, 'x')
    let active = 0
    let most = 0
    const readers = new ReaderRegistry()
    const slow = {
      read: async (): Promise<{ documents: Document[]; warnings: string[] }> => {
        most = Math.max(most, ++active)
        await new Promise((resolve) => setTimeout(resolve, 2))
        active--
        return { documents: [createDocument({ text: 'x' })], warnings: [] }
      },
    }
    readers.register('slow', async () => slow, { description: '', aliases: [], mediaTypes: ['text/*'] })
    readers.register('slow-text', async () => slow, {
      description: '',
      aliases: [],
      mediaTypes: ['application/x-slow'],
    })
    write('20.txt', 'x')
    for (let i = 0; i < 20; i++) write(`${i}.txt`, 'x')
    await load('*.txt', { concurrency: 3, readers })
    expect(most).toBe(3)
  })

  it('lets a registered reader take over a binary format, with several documents', async () => {
    write('a.pdf', '%PDF-1.7 one two')
    const readers = new ReaderRegistry()
    readers.register(
      'pdf',
      async () => ({
        read: (bytes, { uri }) => ({
          documents: [1, 2].map((page) => createDocument({ text: `${bytes.length}`, uri: `${uri}#page=${page}` })),
          warnings: ['once'],
        }),
      }),
      { description: 'PDF', aliases: [], mediaTypes: ['application/pdf'] },
    )
    const loaded = await load('a.pdf', { readers })
    expect(loaded).toMatchObject([
      { status: 'ok', done: 1, total: 1, warnings: ['once'], uri: expect.stringContaining('#page=1') },
      { status: 'ok', done: 1, total: 1, warnings: [], uri: expect.stringContaining('#page=2') },
    ])
  })

  it('turns the fault of a reader into a typed failure of its file', async () => {
    write('a.txt', 'a')
    const readers = new ReaderRegistry()
    const broken = { read: () => Promise.reject(new Error('boom')) }
    readers.register('broken', async () => broken, { description: '', aliases: [], mediaTypes: ['text/plain'] })
    const result = await loadOne('a.txt', { readers })
    expect(result).toMatchObject({ status: 'failed', error: { code: 'SOURCE_UNREADABLE' } })
    expect(result).toHaveProperty('error.cause.message', 'boom')
  })

  it('stops when aborted, between files too', async () => {
    for (let i = 0; i < 10; i++) write(`${i}.txt`, 'x')
    const plan = await resolveSources('.', { cwd: root })
    const controller = new AbortController()
    const consume = async () => {
      for await (const { done } of loadSources(plan, { signal: controller.signal })) if (done === 2) controller.abort()
    }
    await expect(consume()).rejects.toThrowError(expect.objectContaining({ code: 'ABORTED' }))
  })

  it('leaves nothing open when the consumer walks away', async () => {
    for (let i = 0; i < 10; i++) write(`${i}.txt`, 'x')
    const plan = await resolveSources('.', { cwd: root })
    for await (const { done } of loadSources(plan)) if (done === 2) break
    expect(existsSync(root)).toBe(true)
  })

  it.each([
    [{ concurrency: 0 }, 'INVALID_OPTION'],
    [{ concurency: 2 }, 'UNKNOWN_OPTION'],
  ])('refuses %j', async (options, code) => {
    await expect(load([], options as LoadOptions)).rejects.toThrowError(expect.objectContaining({ code }))
  })
})
