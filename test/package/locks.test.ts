import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const PARTS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

type Versions = Record<string, string>
type Manifest = Partial<Record<(typeof PARTS)[number], Versions>>

interface Entry extends Manifest {
  version?: string
  resolved?: string
}

/** `npm ci` refuses a lock that is not whole, on the machines whose packages it lacks. */
describe.each(['.', 'bench'])('the lock of %s', (folder) => {
  const manifest: Manifest = read(folder, 'package.json')
  const packages: Record<string, Entry> = read(folder, 'package-lock.json').packages

  it('is of the package.json beside it', () => {
    expect(pick(packages['']!)).toEqual(pick(manifest))
  })

  it('has an entry for every dependency, for those of other platforms too', () => {
    const missing = Object.entries(packages).flatMap(([path, entry]) =>
      needs(path, entry)
        .filter((name) => resolve(packages, path, name) === undefined)
        .map((name) => `${path} needs ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('pins what is installed and gives no addresses', () => {
    const named = PARTS.flatMap((part) => Object.entries(manifest[part] ?? {}))
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    expect(named.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([])
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})

/** Only the package itself has its tools installed. */
function needs(path: string, entry: Entry): string[] {
  const parts = PARTS.filter((part) => path === '' || part !== 'devDependencies')
  return parts.flatMap((part) => Object.keys(entry[part] ?? {}))
}

/** As Node does: in the package's own folder, then in each one above it. */
function resolve(packages: Record<string, Entry>, from: string, name: string): Entry | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]
    if (found || folder === '') return found
  }
}

function pick(manifest: Manifest): Manifest {
  return Object.fromEntries(PARTS.map((part) => [part, manifest[part] ?? {}]))
}

function read(folder: string, name: string) {
  return JSON.parse(readFileSync(join(ROOT, folder, name), 'utf8'))
}
