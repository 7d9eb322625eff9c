import { execFileSync, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { IndexEntry } from '../src/core/index.js'
import { openSqliteStorage } from '../src/stores/index.js'
import { Connection } from '../src/stores/sqlite/connection.js'
import { openDriver } from '../src/stores/sqlite/driver.js'
import { collect, makeEntry } from './conformance/entries.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const stores = fileURLToPath(new URL('../dist/stores/index.js', import.meta.url))
const writer = fileURLToPath(new URL('./kill-writer.mjs', import.meta.url))

/** One write of a document. */
export type Write = { put: IndexEntry } | { remove: string }

/** Children run the built library, because nothing strips types for them; it is built where it is missing. */
export function ensureBuilt(): void {
  if (existsSync(stores)) return
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { cwd: root })
}

/** Puts, replacements and removals of a dozen documents, the same for the same seed. */
export function makeWrites(count: number, seed: number): Write[] {
  const random = generator(seed)
  return Array.from({ length: count }, (_, number) => {
    const name = random(12)
    const paragraphs = Array.from({ length: 1 + random(8) }, (_, i) => `common document${name} write${number} part${i}`)
    const entry = makeEntry(`file:///${name}`, paragraphs, { metadata: { number } })
    return random(4) === 0 ? { remove: entry.document.id } : { put: entry }
  })
}

/**
 * Lets a process do writes until it is killed, somewhere within a write.
 *
 * @param first number of the first write to do
 * @returns how many writes of the list are acknowledged in all
 */
export async function writeAndKill(file: string, writes: Write[], first: number, seed: number): Promise<number> {
  const random = generator(seed)
  const [lines, delayMs] = [1 + random(20), random(12)]
  return runWriter(file, writes, first, (acknowledged, kill) => {
    if (acknowledged === first + lines) setTimeout(kill, delayMs)
  })
}

/** Lets a process do writes to the end of the list, or until `onWrite` kills it. @returns as {@link writeAndKill} */
export function runWriter(
  file: string,
  writes: Write[],
  first = 0,
  onWrite: (acknowledged: number, kill: () => void) => void = () => {},
): Promise<number> {
  const list = `${file}.writes.json`
  writeFileSync(
    list,
    JSON.stringify(writes, (_, value) => (value instanceof Float32Array ? [...value] : value)),
  )
  const child = spawn(process.execPath, [writer, stores, file, list, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let acknowledged = first
  createInterface({ input: child.stdout }).on('line', (line) => {
    acknowledged = Number(line) + 1
    onWrite(acknowledged, () => child.kill('SIGKILL'))
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code ? reject(new Error(`The writer failed with ${code}.`)) : resolve(acknowledged)))
  })
}

/**
 * Checks what a killed writer left: the state after the acknowledged writes, or with the one more that was committed but
 * not yet acknowledged; every document whole, in every part of the file.
 *
 * @returns how many writes the file holds
 */
export async function expectKept(file: string, writes: Write[], acknowledged: number): Promise<number> {
  const storage = await openSqliteStorage(file)
  try {
    const found = (await collect(storage.documents('main'))).map(
      ({ id, metadata }) => `${id} ${JSON.stringify(metadata)}`,
    )
    const held = [acknowledged, acknowledged + 1].find(
      (count) => namesOf(stateAfter(writes, count)) === found.sort().join(),
    )
    expect(held, `the file holds neither ${acknowledged} nor ${acknowledged + 1} writes`).toBeDefined()
    const entries = [...stateAfter(writes, held!).values()]
    for (const { document, chunks, vectors } of entries) {
      expect(await storage.document('main', document.id)).toEqual(document)
      expect(
        await storage.chunks(
          'main',
          chunks.map(({ id }) => id),
        ),
      ).toEqual(chunks)
      for (const [position, { id }] of chunks.entries()) {
        const vector = vectors![position] as Float32Array
        const [nearest] = await storage.vectors.query('main', vector, 1, undefined, { includeVectors: true })
        expect(nearest).toMatchObject({ id, vector })
      }
    }
    const ids = entries.flatMap(({ chunks }) => chunks.map(({ id }) => id)).sort()
    expect((await storage.text.search('main', 'common', 1000)).map(({ id }) => id).sort()).toEqual(ids)
    expect(await storage.vectors.count('main')).toBe(ids.length)
    return held!
  } finally {
    await storage.close()
    expect(await integrity(file)).toBe('ok')
  }
}

/** What SQLite says of the file. */
export async function integrity(file: string): Promise<string> {
  const connection = new Connection(await openDriver(file))
  try {
    const rows = connection.all<{ integrity_check: string }>('PRAGMA integrity_check')
    return rows.map(({ integrity_check }) => integrity_check).join()
  } finally {
    connection.close()
  }
}

function stateAfter(writes: Write[], count: number): Map<string, IndexEntry> {
  const state = new Map<string, IndexEntry>()
  for (const write of writes.slice(0, count)) {
    if ('put' in write) state.set(write.put.document.id, write.put)
    else state.delete(write.remove)
  }
  return state
}

function namesOf(state: Map<string, IndexEntry>): string {
  return Array.from(state.values(), ({ document }) => `${document.id} ${JSON.stringify(document.metadata)}`)
    .sort()
    .join()
}

/** Whole numbers below a bound, by the linear congruential generator of Numerical Recipes. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
