import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Paths of the project's papers and of the README of each package that is installed. */
export function papers() {
  const own = ['README.md', 'CONTRIBUTING.md', 'docs'].map((name) => join(root, name))
  const modules = join(root, 'node_modules')
  return [...own.filter((path) => existsSync(path)), ...packagesIn(modules).flatMap(readmesIn)]
}

function packagesIn(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const path = join(modules, name)
      return name.startsWith('@') ? readdirSync(path).map((inner) => join(path, inner)) : [path]
    })
}

function readmesIn(folder) {
  return readdirSync(folder)
    .filter((file) => /^readme\.md$/i.test(file))
    .map((file) => join(folder, file))
}
