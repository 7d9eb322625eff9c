// How much it costs to begin: importing the package, printing help, opening a database and answering the first question.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { budget, table } from './harness/report.mjs'
import { fillDatabase } from './start-database.mjs'

const RUNS = 8
const CHUNKS = 100_000

const dist = join(import.meta.dirname, '..', 'dist')
const entry = pathToFileURL(join(dist, 'index.js')).href
const starts = {
  'bare node': [],
  'import of tessera-rag': ['--input-type=module', '-e', `await import('${entry}')`],
  'import of tessera-rag/chunking': [
    '--input-type=module',
    '-e',
    `await import('${entry.replace('index.js', 'chunking/index.js')}')`,
  ],
  'tessera --help': [join(dist, 'cli', 'main.js'), '--help'],
}
const times = Object.fromEntries(Object.keys(starts).map((name) => [name, []]))
for (let run = 0; run < RUNS; run++) {
  for (const [name, args] of Object.entries(starts)) times[name].push(cpuOf(args))
}
const bare = Math.min(...times['bare node'])
table(
  `CPU of a start, least of ${RUNS} runs`,
  Object.entries(starts).map(([name, args]) => ({
    start: name,
    'CPU ms': Math.min(...times[name]),
    'over bare node': Math.min(...times[name]) - bare,
    modules: args.length === 0 ? 0 : modulesOf(args),
  })),
)
budget('import of the package over bare node, ms', Math.min(...times['import of tessera-rag']) - bare, { atMost: 50 })

const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'))
try {
  const rows = []
  for (const dimensions of [0, 384]) {
    const db = join(folder, `${dimensions}.db`)
    await fillDatabase(db, CHUNKS, dimensions)
    const first = JSON.parse(
      execFileSync(process.execPath, [join(import.meta.dirname, 'start-query.mjs'), db], { encoding: 'utf8' }),
    )
    rows.push({
      database: dimensions ? `words and vectors of ${dimensions}` : 'words',
      'MB on disk': megabytesOf(folder, `${dimensions}.db`),
      ...first,
    })
  }
  table(`A database of ${CHUNKS} chunks, opened by a new process`, rows)
  budget('open 100k chunks and answer the first query by words, CPU s', rows[0]['CPU ms'] / 1000, { atMost: 1 })
  budget('open 100k chunks with vectors and answer the first query, CPU s', rows[1]['CPU ms'] / 1000, { atMost: 1 })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** CPU milliseconds of a whole process, as it tells itself when it ends. */
function cpuOf(args) {
  return Number(/^cpu (\d+)$/m.exec(errorsOf('exit-cpu.mjs', args.length > 0 ? args : ['-e', '']))[1]) / 1000
}

/** How many modules of files a process loads. */
function modulesOf(args) {
  return errorsOf('count-modules.mjs', args).match(/^module /gm)?.length ?? 0
}

function errorsOf(preloaded, args) {
  const url = pathToFileURL(join(import.meta.dirname, 'harness', preloaded)).href
  const run = spawnSync(process.execPath, ['--import', url, ...args], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return run.stderr
}

function megabytesOf(folder, prefix) {
  const files = readdirSync(folder).filter((name) => name.startsWith(prefix))
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6
}
