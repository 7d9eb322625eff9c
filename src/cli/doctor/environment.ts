import { modelRegistry } from '../../models/index.js'

/** Which variables that models read are set: names only, values are secrets. */
export function checkEnvironment(env: NodeJS.ProcessEnv = process.env): { keys: string[]; addresses: string[] } {
  const servers = modelRegistry.list().flatMap(({ metadata }) => metadata.server ?? [])
  const isSet = (name: string) => (env[name] ?? '').trim() !== ''
  const addresses = [
    'TESSERA_EMBEDDING_BASE_URL',
    'TESSERA_GENERATION_BASE_URL',
    'TESSERA_RERANKING_BASE_URL',
    ...servers.flatMap(({ baseUrlEnv }) => baseUrlEnv),
  ]
  return {
    keys: [...new Set(servers.flatMap(({ apiKeyEnv }) => apiKeyEnv))].filter(isSet),
    addresses: [...new Set(addresses)].filter(isSet),
  }
}
