import { TesseraError } from '../../core/index.js'
import { asArray, asObject, asString, dig } from '../http/index.js'
import type { ModelSource } from './source.js'

/** How the vectors of the tokens become one. */
export type Pooling = 'mean' | 'cls' | 'last' | 'max'

/** How a model wants to be used. */
export interface EncoderConfiguration {
  pooling: Pooling
  prefixes: { query: string; document: string }
  /** Tokens it reads, the special ones included, by the smallest limit in its files; undefined where none has one. */
  maxTokens: number | undefined
  dimensions: number | undefined
}

/** Tokenizers say this or more where they know no limit. */
const NO_LIMIT = 1_000_000

const BGE_QUERY = 'Represent this sentence for searching relevant passages: '

/** For models whose files do not say: by name, as their authors describe them. The first match holds. */
const KNOWN: readonly { name: RegExp; pooling: Pooling; query?: string; document?: string }[] = [
  { name: /bge-m3/i, pooling: 'cls' },
  { name: /bge-.*-en/i, pooling: 'cls', query: BGE_QUERY },
  { name: /mxbai-embed/i, pooling: 'cls', query: BGE_QUERY },
  { name: /arctic-embed.*v2/i, pooling: 'cls', query: 'query: ' },
  { name: /arctic-embed/i, pooling: 'cls', query: BGE_QUERY },
  { name: /(?:^|-)e5-(?:small|base|large)/i, pooling: 'mean', query: 'query: ', document: 'passage: ' },
  { name: /nomic-embed-text/i, pooling: 'mean', query: 'search_query: ', document: 'search_document: ' },
  { name: /gte-(?:modernbert|multilingual)|gte-.*-en-v1\.5/i, pooling: 'cls' },
]

/**
 * Reads what a model says of itself in the files of sentence-transformers, and fills in from the table of known models,
 * else mean pooling without prefixes.
 *
 * @throws TesseraError `FEATURE_NOT_AVAILABLE` for layers after pooling, which would be left out
 */
export async function readConfiguration(source: ModelSource): Promise<EncoderConfiguration> {
  const known = KNOWN.find(({ name }) => name.test(source.name))
  const [modules, pooling, prompts, limits, tokenizer, config] = await Promise.all([
    source.readJson('modules.json'),
    source.readJson('1_Pooling/config.json'),
    source.readJson('config_sentence_transformers.json'),
    source.readJson('sentence_bert_config.json'),
    source.readJson('tokenizer_config.json'),
    source.readJson('config.json'),
  ])
  refuseFurtherLayers(modules, source.name)
  const declared = asObject(dig(prompts, 'prompts'))
  const prompt = (...names: string[]) =>
    names.map((name) => asString(declared?.[name])).find((text) => text !== undefined)
  return {
    pooling: poolingOf(pooling) ?? known?.pooling ?? 'mean',
    prefixes: {
      query: prompt('query', 'search_query') ?? known?.query ?? '',
      document: prompt('document', 'passage', 'search_document') ?? known?.document ?? '',
    },
    maxTokens: smallest(
      asSize(dig(limits, 'max_seq_length')),
      asSize(dig(tokenizer, 'model_max_length')),
      positionsOf(config),
    ),
    dimensions: asSize(dig(config, 'hidden_size')) ?? asSize(dig(config, 'dim')),
  }
}

/** The smallest of some limits, of those that are known. */
export function smallest(...limits: (number | undefined)[]): number | undefined {
  const known = limits.filter((limit): limit is number => limit !== undefined && limit > 0 && limit < NO_LIMIT)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** RoBERTa and its kin count positions from the one after padding, so the first ones are lost. */
function positionsOf(config: unknown): number | undefined {
  const positions = asSize(dig(config, 'max_position_embeddings'))
  if (positions === undefined || !/roberta|camembert|mpnet/.test(asString(dig(config, 'model_type')) ?? '')) {
    return positions
  }
  return positions - (asSize(dig(config, 'pad_token_id')) ?? 1) - 1
}

function poolingOf(config: unknown): Pooling | undefined {
  if (dig(config, 'pooling_mode_cls_token') === true) return 'cls'
  if (dig(config, 'pooling_mode_lasttoken') === true) return 'last'
  if (dig(config, 'pooling_mode_max_tokens') === true) return 'max'
  return dig(config, 'pooling_mode_mean_tokens') === true ? 'mean' : undefined
}

function refuseFurtherLayers(modules: unknown, name: string): void {
  for (const module of asArray(modules) ?? []) {
    const type = asString(dig(module, 'type')) ?? ''
    if (/\.(?:Transformer|Pooling|Normalize)$/.test(type)) continue
    const message = `Model ${name} has a layer ${type} after its encoder, which cannot be run here.`
    throw new TesseraError('FEATURE_NOT_AVAILABLE', message, { model: name, layer: type })
  }
}

function asSize(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}
