// Does what a command of package.json needs before it can run: installs when nothing is installed or the lock has
// changed, builds when the sources have changed, then starts the command. Needs nothing but Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command, ...args] = process.argv.slice(2)

const commands = {
  build() {},
  test: () => run('vitest', 'run', ...args),
  'test:kill': () => run('vitest', 'run', '--config', 'vitest.long.config.ts', ...args),
  demo: () => node('examples/demo.mjs', ...args),
  bench() {
    install('bench')
    node('bench/run.mjs', ...args)
  },
}

if (!Object.hasOwn(commands, command)) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`)
  process.exit(2)
}
install('.')
build()
commands[command]()

/** `npm ci` in a folder, unless what its lock asks for is installed already. */
function install(folder) {
  const lock = join(root, folder, 'package-lock.json')
  const wanted = hash(readFileSync(lock))
  const stamp = join(root, folder, 'node_modules', '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error(`Installing the dependencies of ${folder === '.' ? 'the package' : folder} ...`)
  must(spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], options(join(root, folder))))
  writeFileSync(stamp, wanted)
}

function build() {
  const inputs = ['package.json', 'scripts/bundle.mjs', 'tsconfig.json', 'tsconfig.build.json', ...files('src')]
  const wanted = hash(inputs.map((file) => `${file}\n${readFileSync(join(root, file))}`).join('\n'))
  const stamp = join(root, 'dist', '.built-sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  run('tsc', '-p', 'tsconfig.build.json')
  node('scripts/bundle.mjs')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function files(folder) {
  return readdirSync(join(root, folder))
    .sort()
    .flatMap((name) => {
      const path = `${folder}/${name}`
      if (statSync(join(root, path)).isDirectory()) return files(path)
      return name.endsWith('.ts') && !name.endsWith('.test.ts') ? [path] : []
    })
}

function run(tool, ...parameters) {
  const suffix = process.platform === 'win32' ? '.cmd' : ''
  must(spawnSync(join(root, 'node_modules', '.bin', tool + suffix), parameters, options(root)))
}

function node(script, ...parameters) {
  must(spawnSync(process.execPath, [join(root, script), ...parameters], options(root)))
}

function options(cwd) {
  return { cwd, stdio: 'inherit', shell: process.platform === 'win32' }
}

function must({ status, error }) {
  if (error) console.error(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

function hash(data) {
  return createHash('sha256').update(data).digest('hex')
}
