import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  name: string
  exports: Record<string, string | { default: string }>
  peerDependencies: Record<string, string>
}
const OPTIONAL = new Set(Object.keys(PACKAGE.peerDependencies))

/** Files of a bundle for browsers, by name; `entry.js` exports what the entry exports. */
export type Bundle = ReadonlyMap<string, string>

/** Bundles a module that imports the built package by its name. Fails where anything imports a module of Node. */
export async function bundleForBrowser(entry: string): Promise<Bundle> {
  const result = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [refuseNode],
    resolve: { alias: ownSubpaths() },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['es'], fileName: () => 'entry.js' },
    },
  })) as Rollup.RollupOutput[]
  return new Map(
    result.flatMap(({ output }) =>
      output.flatMap((file): [string, string][] => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
    ),
  )
}

/**
 * Fails where a module that must run in a browser imports one of Node; Vite would put an empty module there, which fails
 * only when it runs. What is loaded for a local model alone (Node's own modules, an optional package) stays outside.
 */
const refuseNode: Plugin = {
  name: 'refuse-node',
  enforce: 'pre',
  resolveId(id, importer) {
    if (OPTIONAL.has(id)) return { id, external: true }
    if (!id.startsWith('node:') && !builtinModules.includes(id)) return
    if (importer?.replaceAll('\\', '/').includes('/dist/chunks/models-transformers.js')) return { id, external: true }
    throw new Error(`${importer} imports ${id}`)
  },
}

/** `tessera-rag/core` and so on, as package.json exports them. */
function ownSubpaths(): { find: RegExp; replacement: string }[] {
  const { name, exports } = PACKAGE
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === 'string'
      ? []
      : [{ find: new RegExp(`^${name}${subpath.slice(1)}$`), replacement: join(ROOT, target.default) }],
  )
}
