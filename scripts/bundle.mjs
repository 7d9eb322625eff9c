// Bundles `src` into the few files of `dist` that a program loads, for each file costs a start its time: the entries
// package.json names, and `dist/chunks`. The compiler writes the declarations.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, normalizePath } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = normalizePath(join(root, 'src'))
const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const libraries = entriesOf(Object.values(exports).map((target) => target.default))
const programs = entriesOf(Object.values(bin))
const entries = new Map([...libraries, ...programs])
/** Modules that importing an entry loads. */
const atOnce = new Set()

/** Fills `atOnce` when all modules are read. */
const findAtOnce = {
  name: 'find-at-once',
  buildEnd() {
    const open = [...entries.values()]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (atOnce.has(id) || !id.startsWith(source)) continue
      atOnce.add(id)
      open.push(...this.getModuleInfo(id).importedIds)
    }
  },
}

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [findAtOnce],
  build: {
    ssr: true, // for Node: its modules and all packages stay imports
    target: 'es2023',
    minify: false,
    emptyOutDir: false,
    rolldownOptions: {
      input: Object.fromEntries(entries),
      checks: { ineffectiveDynamicImport: false },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: ({ name, facadeModuleId }) => `chunks/${facadeModuleId ? nameOf(facadeModuleId) : name}.js`,
        minifyInternalExports: false,
        comments: { jsdoc: false },
        codeSplitting: { groups: [...entries.keys()].map(groupOf) },
      },
    },
  },
})

/**
 * One chunk for the folder of an entry, with what importing any entry loads of it. What is imported on first use only
 * (a strategy, a provider, a parser) is in no group: it gets chunks of its own. A group also takes what its modules
 * import, so the folders that others stand on, which package.json names first, choose first. A program stays in its own
 * file: chunks that import from the one it waits in would wait for it.
 */
function groupOf(entry, index) {
  const folder = dirname(entry)
  return {
    name: folder,
    priority: entries.size - index,
    test: (id) => pathOf(id)[0] === folder && atOnce.has(id) && ![...programs.values()].includes(id),
  }
}

/** Names of built files inside `dist`, without extension, with the sources they are built from. */
function entriesOf(targets) {
  const names = targets.flatMap((target) => /^(?:\.\/)?dist\/(.+)\.js$/.exec(target)?.[1] ?? [])
  return new Map(names.map((name) => [name, `${source}/${name}.ts`]))
}

/** `models-openai` for `src/models/openai/index.ts`. */
function nameOf(id) {
  return pathOf(id)
    .join('-')
    .replace(/(?:-index)?\.ts$/, '')
}

function pathOf(id) {
  return relative(source, id).split(sep)
}
