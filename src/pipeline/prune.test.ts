import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asOrdinaryUser } from '../../test/support/ordinary-user.js'
import type { IngestSource } from '../loading/index.js'
import { RAGPipeline } from './index.js'

let folder: string
let pipeline: RAGPipeline

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-prune-')))
  chmodSync(folder, 0o755)
  pipeline = new RAGPipeline()
})

afterEach(async () => {
  await pipeline.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `text of ${path}`)
  }
}

/** Ingests and prunes. @returns what was removed, as paths from the folder */
async function prune(...sources: IngestSource[]): Promise<string[]> {
  const { documents } = await pipeline.ingest(sources, { prune: true })
  const removed = documents.filter(({ status }) => status === 'removed')
  return removed.map(({ uri }) => decodeURI(uri!.slice(pathToFileURL(folder).href.length + 1)))
}

describe('prune', () => {
  it('keeps what lies in a folder that cannot be read', async () => {
    write('docs/a.md', 'docs/gone.md', 'docs/in/b.md', 'docs/in/deep/c.md', 'docs/in-2/gone.md', 'docs/in/deep.md')
    for (const locked of ['docs/in', 'docs/in/deep']) {
      await pipeline.ingest(join(folder, 'docs'))
      rmSync(join(folder, 'docs/gone.md'), { force: true })
      rmSync(join(folder, 'docs/in-2'), { recursive: true, force: true })
      chmodSync(join(folder, locked), 0)
      const removed = asOrdinaryUser(() => prune(join(folder, 'docs'), `${folder}/docs/**/*.md`))
      expect(await removed).toEqual(locked === 'docs/in' ? ['docs/gone.md', 'docs/in-2/gone.md'] : [])
      chmodSync(join(folder, locked), 0o755)
    }
    rmSync(join(folder, 'docs/in/deep'), { recursive: true })
    expect(await prune(join(folder, 'docs'))).toEqual(['docs/in/deep/c.md'])
  })

  it('keeps what lies behind a link that is not followed', async () => {
    write('docs/a.md', 'outside/b.md')
    symlinkSync(join(folder, 'outside'), join(folder, 'docs/link'))
    await pipeline.ingest(join(folder, 'docs/link/b.md'))
    expect(await prune(join(folder, 'docs'))).toEqual([])
  })

  it('empties a folder that is empty', async () => {
    write('docs/a.md', 'docs/sub/b.md')
    await pipeline.ingest(join(folder, 'docs'))
    rmSync(join(folder, 'docs/a.md'))
    rmSync(join(folder, 'docs/sub'), { recursive: true })
    expect(await prune(join(folder, 'docs'))).toEqual(['docs/a.md', 'docs/sub/b.md'])
  })

  it.each([
    ['a path', () => join(folder, 'sp ace ä')],
    ['a path that ends in a slash', () => join(folder, 'sp ace ä/')],
    ['a URL', () => pathToFileURL(join(folder, 'sp ace ä'))],
    ['a URL as text', () => pathToFileURL(join(folder, 'sp ace ä')).href],
    ['a URL that is not encoded', () => `file://${folder}/sp ace ä`],
    ['a URL that is encoded in another way', () => `FILE://${folder}/x/../%73p%20ace%20ä/`],
  ])('takes a folder by %s', async (_, source) => {
    write('sp ace ä/a.md', 'sp ace ä/gone.md', 'sp ace ä 2/b.md')
    await pipeline.ingest([source(), join(folder, 'sp ace ä 2')])
    rmSync(join(folder, 'sp ace ä/gone.md'))
    rmSync(join(folder, 'sp ace ä 2/b.md'))
    expect(await prune(source())).toEqual(['sp ace ä/gone.md'])
  })

  it('takes a named file that looks like a glob for that file', async () => {
    write('[ab].md', 'a.md')
    await pipeline.ingest(join(folder, 'a.md'))
    rmSync(join(folder, 'a.md'))
    expect(await prune(join(folder, '[ab].md'))).toEqual([])
  })

  it('passes over documents whose uri is no file', async () => {
    write('docs/a.md')
    for (const uri of ['file:///a%2Fb', 'file://server/x.md', 'file:///%zz', 'https://example.com/x.md', 'x']) {
      await pipeline.ingest({ text: `text of ${uri}`, uri })
    }
    expect(await prune(`${folder}/**/*.md`, folder)).toEqual([])
  })
})
