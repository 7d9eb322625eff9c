import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { TesseraError } from '../core/errors.js'
import type { ModelName } from '../core/models.js'
import { invalidOption, refuseUnknownOptions, requireInteger } from '../core/options.js'

/** What several commands share. Precedence: flag, `TESSERA_*`, `tessera.config.json`, default. */
export interface Settings {
  db?: string | undefined
  index: string
  strategy?: string | undefined
  maxSize?: number | undefined
  overlap?: number | undefined
  topK?: number | undefined
  embeddingModel?: ModelName | undefined
  generationModel?: ModelName | undefined
}

/** The flags of the same names, as typed. */
export interface SettingFlags {
  db?: string
  index?: string
  strategy?: string
  maxSize?: string
  overlap?: string
  topK?: string
  embeddingModel?: string
  generationModel?: string
}

export const CONFIG_FILE = 'tessera.config.json'
const KEYS = ['db', 'index', 'strategy', 'maxSize', 'overlap', 'topK', 'embeddingModel', 'generationModel'] as const
const MODEL_KEYS = ['provider', 'modelName', 'baseUrl', 'dimensions'] as const

/** @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION` */
export function readSettings(flags: SettingFlags, env: NodeJS.ProcessEnv = process.env): Settings {
  const file = readConfigFile()
  const text = (flag: string | undefined, variable: string, key: keyof Settings): string | undefined => {
    const value = flag ?? env[variable] ?? file?.values[key]
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw invalidOption(key, value, 'a string that is not empty')
    return value
  }
  const integer = (
    flag: string | undefined,
    variable: string,
    key: keyof Settings,
    min: number,
  ): number | undefined => {
    const value = flag ?? env[variable] ?? file?.values[key]
    if (value === undefined) return undefined
    return requireInteger(
      flag === undefined ? key : `--${kebab(key)}`,
      typeof value === 'string' ? toNumber(value) : value,
      min,
    )
  }
  const fileDb = file?.values['db']
  return {
    db: flags.db ?? env['TESSERA_DB'] ?? (typeof fileDb === 'string' ? resolve(file!.folder, fileDb) : undefined),
    index: text(flags.index, 'TESSERA_INDEX', 'index') ?? 'default',
    strategy: text(flags.strategy, 'TESSERA_STRATEGY', 'strategy'),
    maxSize: integer(flags.maxSize, 'TESSERA_MAX_SIZE', 'maxSize', 1),
    overlap: integer(flags.overlap, 'TESSERA_OVERLAP', 'overlap', 0),
    topK: integer(flags.topK, 'TESSERA_TOP_K', 'topK', 1),
    embeddingModel: model(
      flags.embeddingModel ?? env['TESSERA_EMBEDDING_MODEL'] ?? file?.values['embeddingModel'],
      'embeddingModel',
    ),
    generationModel: model(
      flags.generationModel ?? env['TESSERA_GENERATION_MODEL'] ?? file?.values['generationModel'],
      'generationModel',
    ),
  }
}

/** `provider`, `provider:model`, or the object form of the configuration file, which never holds a key. */
function model(value: unknown, name: string): ModelName | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && value !== '') {
    const colon = value.indexOf(':')
    return colon < 0 ? { provider: value } : { provider: value.slice(0, colon), modelName: value.slice(colon + 1) }
  }
  if (typeof value !== 'object' || value === null || typeof (value as ModelName).provider !== 'string') {
    throw invalidOption(name, value, 'PROVIDER, PROVIDER:MODEL or an object with a provider')
  }
  refuseUnknownOptions(value, MODEL_KEYS, `${CONFIG_FILE}: ${name}`)
  return value as ModelName
}

/** The nearest configuration file upwards. It is data: nothing in it is run. */
function readConfigFile(): { folder: string; values: Record<string, unknown> } | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE)
    if (existsSync(path)) return { folder, values: parse(path) }
    if (dirname(folder) === folder) return undefined
  }
}

function parse(path: string): Record<string, unknown> {
  let values: unknown
  try {
    values = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new TesseraError(
      'INVALID_OPTION',
      `${path} is not valid JSON: ${(error as Error).message}`,
      { file: path },
      error,
    )
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw invalidOption(path, values, 'a JSON object')
  refuseUnknownOptions(values, KEYS, path)
  return values as Record<string, unknown>
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
