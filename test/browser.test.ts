import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bundle, bundleForBrowser } from './browser/bundle.js'
import { findChromium, runInChromium } from './browser/chromium.js'
import './support/run-cli.js'

const PROGRAM = join(import.meta.dirname, 'browser', 'program.mjs')

interface Results {
  accelerated: boolean
  chunks: Record<string, { id: string }[]>
}

describe('core, text, chunking, indexes and retrieval in a browser', () => {
  const chromium = findChromium()
  let bundle: Bundle

  beforeAll(async () => {
    bundle = await bundleForBrowser(PROGRAM)
  })

  it('are bundled without a module of Node, each strategy in files of its own', () => {
    for (const [name, code] of bundle)
      expect(code, name).not.toMatch(/from\s*["']node:|require\(|__vite-browser-external/)
    expect(bundle.size).toBeGreaterThan(5)
  })

  it.skipIf(!chromium)(
    `give what they give in Node${chromium ? '' : ' (skipped: no chromium on the path or in CHROMIUM)'}`,
    async () => {
      const { run } = (await import(pathToFileURL(PROGRAM).href)) as { run: () => Promise<Results> }
      const inBrowser = (await runInChromium(chromium!, bundle)) as Results
      expect(comparable(inBrowser)).toEqual(comparable(await run()))
      expect(inBrowser.accelerated).toBe(true)
      expect(Object.values(inBrowser.chunks).every((chunks) => chunks.length > 1)).toBe(true)
    },
    120_000,
  )
})

/** The language leaves the last bits of a logarithm to the engine. */
function comparable(results: Results): unknown {
  return JSON.parse(JSON.stringify(results), (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  )
}
