import { relative, sep } from 'node:path'
import { stripVTControlCharacters, styleText } from 'node:util'
import { TesseraError } from '../core/errors.js'
import { pathOfFileUri } from '../loading/file-uri.js'

type Style = Parameters<typeof styleText>[0]

/** Control characters other than line feed and tab, which could drive a terminal. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Characters that reorder or hide what a terminal shows. */
const DECEPTIVE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Flags of every command. */
export interface OutputFlags {
  json?: boolean
  quiet?: boolean
  color?: boolean
}

/** Data goes to stdout, everything else to stderr. With `--json` stdout holds one JSON document and nothing else. */
export class Output {
  #json = false
  #quiet = false
  #colour = false
  #progress = false

  /** What can be told of arguments that may turn out to be wrong. */
  constructor(args: readonly string[]) {
    const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
    this.follow({
      json: flags.includes('--json'),
      quiet: flags.includes('--quiet') || flags.includes('-q'),
      color: !flags.includes('--no-color'),
    })
  }

  /** Takes the flags as they were understood, such as `-q` in `-qs markdown`. */
  follow({ json = false, quiet = false, color = true }: OutputFlags): void {
    this.#json = json
    this.#quiet = quiet
    this.#colour = color && !process.env['NO_COLOR'] && (process.stdout.isTTY || !!process.env['FORCE_COLOR'])
  }

  /** Stdout is to hold one JSON document. */
  get json(): boolean {
    return this.#json
  }

  /** One line of data for people. */
  line(text = ''): void {
    process.stdout.write(`${text}\n`)
  }

  /** The one document of `--json`. */
  document(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value, undefined, process.stdout.isTTY ? 2 : undefined)}\n`)
  }

  /** What is going on; on a terminal each replaces the one before. */
  progress(text: string): void {
    if (this.#quiet || !process.stderr.isTTY) return
    const width = (process.stderr.columns ?? 80) - 1
    process.stderr.write(`\r\u001b[K${safe(text).slice(0, width)}`)
    this.#progress = true
  }

  /** Ends what `progress` began. */
  endProgress(): void {
    if (this.#progress) process.stderr.write('\r\u001b[K')
    this.#progress = false
  }

  /** A line on stderr. */
  note(text: string): void {
    if (!this.#quiet) this.progressLine(text)
  }

  /** A line on stderr for each, with what had to be guessed or given up. */
  warnings(texts: readonly string[]): void {
    for (const text of texts) this.note(`note: ${text}`)
  }

  /** A line on stderr that `--quiet` does not hide. */
  progressLine(text: string): void {
    this.endProgress()
    process.stderr.write(`${safe(text)}\n`)
  }

  error(error: unknown): void {
    if (TesseraError.isInstance(error)) {
      if (this.json) this.jsonError(error.code, error.message, error.details)
      this.progressLine(`${this.style('red', 'error')} ${error.code}: ${error.message}`)
      return
    }
    const message = error instanceof Error ? error.message : String(error)
    if (this.json) this.jsonError('UNEXPECTED', message)
    this.progressLine(`${this.style('red', 'error')}: ${message}`)
    if (process.env['TESSERA_DEBUG'] && error instanceof Error) this.progressLine(error.stack ?? '')
  }

  jsonError(code: string, message: string, details: object = {}): void {
    if (this.json) this.document({ error: { code, message, details } })
  }

  style(style: Style, text: string): string {
    return this.#colour ? styleText(style, text, { validateStream: false }) : text
  }
}

/** A number of things, as in `1 chunk` and `2 chunks`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** Text of documents, made harmless for a terminal. */
export function safe(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROL, '').replace(DECEPTIVE, '')
}

/** A uri as people read it, in one line: the path from the working folder, where it is a file. */
export function displayUri(uri: string): string {
  const hash = uri.indexOf('#')
  const path = pathOfFileUri(hash < 0 ? uri : uri.slice(0, hash))
  if (path === undefined) return oneLine(uri)
  const near = relative(process.cwd(), path)
  const shown = near === '' || near.startsWith(`..${sep}..${sep}..`) ? path : near
  return oneLine(hash < 0 ? shown : shown + uri.slice(hash))
}

/** Names of files may hold line breaks; they are shown as JSON has them. */
function oneLine(text: string): string {
  return safe(text.replace(/[\n\r\t]/g, (char) => JSON.stringify(char).slice(1, -1)))
}
