import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const DIST = pathToFileURL(join(import.meta.dirname, '..', 'dist')).href

/**
 * Modules a script loads, as a loader hook in a process of its own sees them: for files of dist the paths inside src of
 * the modules they hold, which the bundler names before each, else the URL.
 */
function loadedBy(script: string): string[] {
  const hook = `
    export async function load(url, context, next) { process._rawDebug('LOADED ' + url); return next(url, context) }`
  const program = `
    import { register } from 'node:module'
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}))
    const run = ${JSON.stringify(`export default async () => { ${script} }`)}
    await (await import('data:text/javascript,' + encodeURIComponent(run))).default()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const loaded = stderr.split('\n').filter((line) => line.startsWith('LOADED '))
  const names = loaded.map((line) => line.slice('LOADED '.length)).flatMap((url) => [url, ...modulesIn(url)])
  expect(names).toEqual(expect.arrayContaining(['core/errors.ts', 'chunking/registry.ts']))
  return names
}

function modulesIn(url: string): string[] {
  if (!url.startsWith(`${DIST}/`)) return []
  return [...readFileSync(fileURLToPath(url), 'utf8').matchAll(/^\/\/ (?:#region )?src\/(.+)$/gm)].map(
    (match) => match[1]!,
  )
}

describe('nothing is loaded before it is used', () => {
  const strategyFile = /^chunking\/strategies\/([\w-]+)\/(?!metadata)/

  it('the package loads no strategy, no provider, no parser and no database', () => {
    const loaded = loadedBy(`
      const tessera = await import('${DIST}/index.js')
      tessera.getAvailableStrategies()
      tessera.getChunkerMetadata('md')
      tessera.chunkerRegistry.getChunkersByUseCase('documentation')
      new tessera.RAGPipeline()`)
    expect(loaded.filter((url) => strategyFile.test(url))).toEqual([])
    expect(
      loaded.filter((url) =>
        /^models\/(?:openai|anthropic|google|cohere|voyage|jina|tei|transformers)\/(?!metadata)/.test(url),
      ),
    ).toEqual([])
    expect(loaded.filter((url) => /node_modules\/|libsql|node:sqlite/.test(url))).toEqual([])
  })

  it('a chunker loads its own strategy only', () => {
    const loaded = loadedBy(`
      const { createChunker } = await import('${DIST}/index.js')
      await (await createChunker('md')).chunk('# A')`)
    expect(new Set(loaded.flatMap((url) => strategyFile.exec(url)?.[1] ?? []))).toEqual(new Set(['markdown']))
  })

  it('a pipeline in memory loads no native module', () => {
    const loaded = loadedBy(`
      const { RAGPipeline } = await import('${DIST}/index.js')
      const pipeline = new RAGPipeline()
      await pipeline.ingest({ text: 'A tile knows where it belongs.' })
      await pipeline.query('What does a tile know?')`)
    expect(loaded.filter((url) => /libsql|node:sqlite|onnx/.test(url))).toEqual([])
  })
})
