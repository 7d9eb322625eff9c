import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { PackageReport } from './report.js'

const OPTIONAL: readonly Omit<PackageReport, 'version'>[] = [
  {
    name: 'libsql',
    purpose: 'database files on Node before 22.13; later versions have SQLite built in',
    install: 'npm install libsql',
  },
  {
    name: '@huggingface/transformers',
    purpose: 'embedding and reranking models inside this process (provider "transformers")',
    // Without the variable, libraries for graphics cards are downloaded, which the CPU does not need.
    install: 'ONNXRUNTIME_NODE_INSTALL=skip npm install @huggingface/transformers',
  },
]

/** Which optional packages there are; none is loaded. */
export function checkPackages(): PackageReport[] {
  return OPTIONAL.map((optional) => ({ ...optional, version: installedVersion(optional.name) }))
}

/** Looked up as Node looks packages up from here, but by their folder: exports may hide `package.json`. */
function installedVersion(name: string): string | null {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const file = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path))
  return file === undefined ? null : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
