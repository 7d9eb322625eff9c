import { TesseraError } from '../core/errors.js'
import type { ModelName } from '../core/models.js'
import { invalidOption, refuseUnknownOptions } from '../core/options.js'

/** Name of the file with a project's settings. */
export const CONFIG_FILE = 'tessera.config.json'

/** What a model is for, as its flags and variables are called. */
export type ModelUse = 'embedding' | 'generation' | 'reranking'

/** Where a model may have been named. */
export interface ModelSources {
  /** By flag or variable: `PROVIDER` or `PROVIDER:MODEL`. */
  named: string | undefined
  /** In the configuration file: the same, or an object. */
  inFile: unknown
  addressFlag: string | undefined
  addressVariable: string | undefined
}

const KEYS = ['provider', 'modelName', 'baseUrl', 'dimensions'] as const
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * The model a command works with: the one the user names, else that of the configuration file; at the address the user
 * gives, if any.
 *
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION`
 */
export function readModel(use: ModelUse, sources: ModelSources): ModelName | undefined {
  const { named, inFile, addressFlag } = sources
  const baseUrl = addressFlag ?? sources.addressVariable
  const model =
    named === undefined ? fileModel(inFile, use, baseUrl !== undefined) : parseModel(named, `--${use}-model`)
  if (model) return baseUrl === undefined ? model : { ...model, baseUrl }
  if (addressFlag === undefined) return undefined
  throw invalidOption(`--${use}-base-url`, addressFlag, `left out, or given together with --${use}-model`)
}

function parseModel(value: string, name: string): ModelName {
  const [, provider, modelName] = /^([^:]+)(?::(.+))?$/.exec(value) ?? []
  if (provider === undefined) throw invalidOption(name, value, 'PROVIDER or PROVIDER:MODEL')
  return modelName === undefined ? { provider } : { provider, modelName }
}

/**
 * A model of the configuration file, which never holds a key.
 *
 * @param overridden the user gives another address, so that the file's does not count
 */
function fileModel(value: unknown, use: ModelUse, overridden: boolean): ModelName | undefined {
  const name = `${use}Model`
  if (value === undefined) return undefined
  if (typeof value === 'string') return parseModel(value, name)
  if (typeof value !== 'object' || value === null || typeof (value as ModelName).provider !== 'string') {
    throw invalidOption(name, value, 'PROVIDER, PROVIDER:MODEL or an object with a provider')
  }
  refuseUnknownOptions(value, KEYS, `${CONFIG_FILE}: ${name}`)
  const model = value as ModelName
  if (model.baseUrl !== undefined && !overridden) refuseForeignAddress(model.baseUrl, use)
  return model
}

/**
 * The file may have come with a folder of somebody else's documents, and the key of the environment is sent to whatever
 * address is named: so a file names servers of this machine only.
 */
function refuseForeignAddress(baseUrl: unknown, use: ModelUse): void {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url && LOOPBACK.test(url.hostname)) return
  const variable = `TESSERA_${use.toUpperCase()}_BASE_URL`
  const host = url?.host ?? 'no address'
  const message =
    `${CONFIG_FILE}: ${use}Model.baseUrl may only name a server of this machine, because API keys are sent there; it ` +
    `names ${host}. If you trust that server, set ${variable} or the variable of the provider, such as ` +
    `OPENAI_BASE_URL, or give --${use}-base-url.`
  throw new TesseraError('INVALID_OPTION', message, { option: `${use}Model.baseUrl`, host, variable })
}
