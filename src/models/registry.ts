import { BaseRegistry, type ErrorCode } from '../core/index.js'
import { anthropicMetadata } from './anthropic/metadata.js'
import { cohereMetadata } from './cohere/metadata.js'
import { googleMetadata } from './google/metadata.js'
import { hashMetadata } from './hash/metadata.js'
import { jinaMetadata } from './jina/metadata.js'
import { COMPATIBLE_SERVERS, openaiMetadata } from './openai/metadata.js'
import type { Provider, ProviderMetadata } from './provider.js'
import { teiMetadata } from './tei/metadata.js'
import { transformersMetadata } from './transformers/metadata.js'
import { voyageMetadata } from './voyage/metadata.js'

/** The providers by name: what each can do is known at once, its code is loaded on first use. */
export class ModelRegistry extends BaseRegistry<Provider, ProviderMetadata> {
  static #instance: ModelRegistry | undefined
  protected readonly noun = 'model provider'
  protected readonly unknownCode: ErrorCode = 'UNKNOWN_PROVIDER'

  static getInstance(): ModelRegistry {
    ModelRegistry.#instance ??= new ModelRegistry()
    return ModelRegistry.#instance
  }

  protected registerAll(): void {
    const openai = async () => (await import('./openai/index.js')).openai
    this.add('openai', openai, openaiMetadata)
    for (const { name, metadata } of COMPATIBLE_SERVERS) this.add(name, openai, metadata)
    this.add('anthropic', async () => (await import('./anthropic/index.js')).anthropic, anthropicMetadata)
    this.add('google', async () => (await import('./google/index.js')).google, googleMetadata)
    this.add('cohere', async () => (await import('./cohere/index.js')).cohere, cohereMetadata)
    this.add('voyage', async () => (await import('./voyage/index.js')).voyage, voyageMetadata)
    this.add('jina', async () => (await import('./jina/index.js')).jina, jinaMetadata)
    this.add('tei', async () => (await import('./tei/index.js')).tei, teiMetadata)
    this.add('transformers', async () => (await import('./transformers/index.js')).transformers, transformersMetadata)
    this.add('hash', async () => (await import('./hash/index.js')).hash, hashMetadata)
  }
}

/** The registry that {@link createEmbedder} and its siblings use. */
export const modelRegistry: ModelRegistry = ModelRegistry.getInstance()
