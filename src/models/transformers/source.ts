import { invalidOption, TesseraError } from '../../core/index.js'

/** Where a model comes from. */
export interface ModelSource {
  /** What transformers.js is given: an absolute folder, or an id of the hub. */
  model: string
  /** Name without folders or owner, for ids and for the table of known models. */
  name: string
  /** Whether it is a folder, from which nothing ever reaches the network. */
  local: boolean
  /** A JSON file of the model; undefined where it has none. */
  readJson(file: string): Promise<unknown>
  /** Whether a file is there; undefined for a model of the hub, where asking means loading. */
  has(file: string): Promise<boolean | undefined>
}

/**
 * Tells folders from ids of the Hugging Face hub (`owner/name`). What begins like a path, or exists as one, is a folder.
 *
 * @throws TesseraError `SOURCE_NOT_FOUND` for a path that does not exist, `INVALID_OPTION` for anything else
 */
export async function findModel(modelName: string): Promise<ModelSource> {
  const { existsSync } = await import('node:fs')
  const { readFile } = await import('node:fs/promises')
  const { basename, join, resolve } = await import('node:path')
  const folder = resolve(modelName)
  if (existsSync(join(folder, 'config.json'))) {
    return {
      model: folder,
      name: basename(folder),
      local: true,
      has: async (file) => existsSync(join(folder, file)),
      readJson: async (file) => {
        const path = join(folder, file)
        return existsSync(path) ? parseJson(await readFile(path, 'utf8'), path) : undefined
      },
    }
  }
  const looksLikePath = /^[./~\\]|^[a-z]:[\\/]|\\|^[^/]+\/[^/]+\//i.test(modelName)
  if (looksLikePath || existsSync(folder)) {
    const message = `There is no model at ${folder}: a folder with config.json, tokenizer.json and onnx/ was expected.`
    throw new TesseraError('SOURCE_NOT_FOUND', message, { path: folder, expected: 'config.json' })
  }
  if (!/^[\w.-]+\/[\w.-]+$/.test(modelName)) {
    throw invalidOption('modelName', modelName, 'a folder, or an id of the Hugging Face hub such as owner/name')
  }
  return hubModel(modelName)
}

function hubModel(id: string): ModelSource {
  return {
    model: id,
    name: id.slice(id.indexOf('/') + 1),
    local: false,
    has: async () => undefined,
    readJson: async (file) => {
      const url = `https://huggingface.co/${id}/resolve/main/${file}`
      const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
      if (response.ok) return parseJson(await response.text(), url)
      await response.body?.cancel()
      if (response.status === 404) return undefined
      const details = { status: response.status, retryable: response.status >= 500 || response.status === 429 }
      throw new TesseraError('PROVIDER_UNAVAILABLE', `The hub answered ${response.status} for ${url}.`, details)
    },
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TesseraError('SOURCE_UNREADABLE', `${where} is no valid JSON.`, { path: where }, error)
  }
}
