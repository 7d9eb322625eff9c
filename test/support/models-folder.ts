import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const MODELS = join(process.env['TESSERA_SHARED'] ?? join(import.meta.dirname, '..', '..', '..', 'shared'), 'models')

/** A folder of a real encoder, with the reason to skip a test where it or transformers.js is missing. */
export function modelFolder(name: string): { path: string; missing: string | undefined } {
  const path = join(MODELS, name)
  if (!existsSync(join(path, 'config.json'))) return { path, missing: `skipped: no model at ../shared/models/${name}` }
  try {
    createRequire(import.meta.url).resolve('@huggingface/transformers')
    return { path, missing: undefined }
  } catch {
    return { path, missing: 'skipped: @huggingface/transformers is not installed' }
  }
}
