import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { TesseraError } from '../core/errors.js'
import type { ModelName } from '../core/models.js'
import { invalidOption, refuseUnknownOptions, requireInteger } from '../core/options.js'
import { MAX_TOP_K } from '../pipeline/limits.js'
import { CONFIG_FILE, readModel } from './model-settings.js'

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
  rerankingModel?: ModelName | undefined
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
  embeddingBaseUrl?: string
  generationModel?: string
  generationBaseUrl?: string
  rerankingModel?: string
  rerankingBaseUrl?: string
}

/** The configuration file that was found. */
export interface ConfigFile {
  path: string
  values: Record<string, unknown>
}

const KEYS = [
  'db',
  'index',
  'strategy',
  'maxSize',
  'overlap',
  'topK',
  'embeddingModel',
  'generationModel',
  'rerankingModel',
] as const

/** @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION` */
export function readSettings(flags: SettingFlags, env: NodeJS.ProcessEnv = process.env): Settings {
  const file = readConfigFile()
  const given = (flag: string | undefined, variable: string, key: keyof Settings): Given => {
    if (flag !== undefined) return { name: `--${kebab(key)}`, value: flag }
    if (env[variable] !== undefined) return { name: variable, value: env[variable] }
    return { name: key, value: file?.values[key] }
  }
  return {
    db: text(given(flags.db, 'TESSERA_DB', 'db')),
    index: text(given(flags.index, 'TESSERA_INDEX', 'index')) ?? 'default',
    strategy: text(given(flags.strategy, 'TESSERA_STRATEGY', 'strategy')),
    maxSize: integer(given(flags.maxSize, 'TESSERA_MAX_SIZE', 'maxSize'), 1),
    overlap: integer(given(flags.overlap, 'TESSERA_OVERLAP', 'overlap'), 0),
    topK: integer(given(flags.topK, 'TESSERA_TOP_K', 'topK'), 1, MAX_TOP_K),
    embeddingModel: readModel('embedding', {
      named: flags.embeddingModel ?? env['TESSERA_EMBEDDING_MODEL'],
      inFile: file?.values['embeddingModel'],
      addressFlag: flags.embeddingBaseUrl,
      addressVariable: env['TESSERA_EMBEDDING_BASE_URL'],
    }),
    generationModel: readModel('generation', {
      named: flags.generationModel ?? env['TESSERA_GENERATION_MODEL'],
      inFile: file?.values['generationModel'],
      addressFlag: flags.generationBaseUrl,
      addressVariable: env['TESSERA_GENERATION_BASE_URL'],
    }),
    rerankingModel: readModel('reranking', {
      named: flags.rerankingModel ?? env['TESSERA_RERANKING_MODEL'],
      inFile: file?.values['rerankingModel'],
      addressFlag: flags.rerankingBaseUrl,
      addressVariable: env['TESSERA_RERANKING_BASE_URL'],
    }),
  }
}

/** A setting and what the user calls it where it was given. */
interface Given {
  name: string
  value: unknown
}

function text({ name, value }: Given): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value.trim() === '') throw invalidOption(name, value, 'a string that is not empty')
  return value
}

function integer({ name, value }: Given, min: number, max?: number): number | undefined {
  return value === undefined ? undefined : requireInteger(name, numberIfAny(value), min, max)
}

/**
 * The nearest configuration file upwards. It is data: nothing in it is run.
 *
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION`
 */
export function readConfigFile(): ConfigFile | undefined {
  const path = findConfigFile()
  return path === undefined ? undefined : { path, values: parse(path) }
}

/** Path of the nearest configuration file upwards. */
export function findConfigFile(): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE)
    if (existsSync(path)) return path
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
  return withDatabaseBeside(path, values as Record<string, unknown>)
}

/** A path in the file is meant from the file's folder. */
function withDatabaseBeside(path: string, values: Record<string, unknown>): Record<string, unknown> {
  const { db } = values
  return typeof db === 'string' && db !== '' ? { ...values, db: resolve(dirname(path), db) } : values
}

/** What is no number stays as it is, for the error to show. */
function numberIfAny(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '' || Number.isNaN(Number(value))) return value
  return Number(value)
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
