import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** The built command line, to be run by Node; it is built where it is missing. */
export const CLI_MAIN = join(ROOT, 'dist', 'cli', 'main.js')

if (!existsSync(CLI_MAIN)) {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { cwd: ROOT })
}

export interface CliRun {
  code: number | null
  stdout: string
  stderr: string
}

/** Of the surrounding environment a run sees only what a program needs: no keys, no settings. */
export function cleanEnvironment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env }
}

/** Runs `tessera` in a folder, to its end. */
export function runCli(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<CliRun> {
  return new Promise((resolve) => {
    const options = { cwd, env: cleanEnvironment(env), maxBuffer: 64 * 2 ** 20 }
    const child = execFile(process.execPath, [CLI_MAIN, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? child.exitCode : 0, stdout, stderr })
    })
    child.stdin!.end()
  })
}
