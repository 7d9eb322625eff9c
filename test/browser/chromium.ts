import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Bundle } from './bundle.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const TIMEOUT_MS = 90_000

/** Path of a Chromium: that of the variable `CHROMIUM`, else the first on the path; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Serves a bundle to a page, runs the function `run` that it exports, and gives what that gives. */
export async function runInChromium(chromium: string, bundle: Bundle): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), 'tessera-browser-'))
  const { url, posted, close } = await serve(bundle)
  const browser = spawn(chromium, [...QUIET, `--user-data-dir=${profile}`, url], { stdio: 'ignore', detached: true })
  try {
    const result = (await Promise.race([posted, failed(browser), late()])) as { value?: unknown; error?: string }
    if (result.error !== undefined) throw new Error(`In the browser: ${result.error}`)
    return result.value
  } finally {
    endGroup(browser)
    close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Tessera</title><script type="module">
  const report = (result) => fetch('/result', { method: 'POST', body: JSON.stringify(result) })
  try {
    const { run } = await import('/entry.js')
    await report({ value: await run() })
  } catch (error) {
    await report({ error: String(error?.stack ?? error) })
  }
</script>`

async function serve(bundle: Bundle): Promise<{ url: string; posted: Promise<unknown>; close: () => void }> {
  let post: (result: unknown) => void
  const posted = new Promise<unknown>((resolve) => (post = resolve))
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    const script = bundle.get(name)
    if (name === 'result') {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        response.end()
        post(JSON.parse(Buffer.concat(pieces).toString()))
      })
    } else if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (name === '') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, posted, close }
}

function failed(browser: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    browser.once('error', reject)
    browser.once('exit', (code) => reject(new Error(`The browser ended with ${code} before the page was done.`)))
  })
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The page was not done after ${TIMEOUT_MS} ms.`)), TIMEOUT_MS).unref()
  })
}

/** A browser is many processes; they are one group. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
