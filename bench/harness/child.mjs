import { fork } from 'node:child_process'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..')

/**
 * Runs a script of this folder in a process of its own.
 *
 * @param task given to the script as JSON
 * @param seconds after which it is stopped
 * @returns what it sent, and why it ended before its time, if it did
 */
export function runChild(script, task, seconds, { execArgv = [], onMessage } = {}) {
  const messages = []
  const args = task === undefined ? [] : [JSON.stringify(task)]
  const child = fork(join(folder, script), args, { execArgv, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  let errors = ''
  child.stderr.on('data', (data) => {
    errors = (errors + data).slice(-4000)
  })
  child.on('message', (message) => {
    messages.push(message)
    onMessage?.(message)
  })
  return new Promise((resolve) => {
    let failure
    const timer = setTimeout(() => {
      failure = `not done after ${seconds} s`
      child.kill('SIGKILL')
    }, seconds * 1000)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (failure === undefined && code !== 0) failure = lastLine(errors) || `ended with ${signal ?? code}`
      resolve({ messages, failure })
    })
  })
}

/** The task this process was given by {@link runChild}; it ends with the process that gave it. */
export function task() {
  process.once('disconnect', () => process.exit(1))
  // Listening would keep this process alive.
  process.channel?.unref()
  return JSON.parse(process.argv[2] ?? '{}')
}

function lastLine(errors) {
  const lines = errors.trim().split('\n')
  return (lines.find((line) => /Error/.test(line)) ?? lines.at(-1)).trim().slice(0, 200)
}
