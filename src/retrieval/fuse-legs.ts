import { type Embedder, type Fusion, invalidOption, refuseUnknownOptions } from '../core/index.js'
import { type Fused, linearFusion, type RankedItem, reciprocalRankFusion } from './fusion.js'

/** What measures best: an embedder that knows its worth is fused linearly by it, any other by rank. */
export function defaultFusion(embedder: Pick<Embedder, 'fusionWeight'> | undefined): Fusion {
  const alpha = embedder?.fusionWeight
  return alpha === undefined ? { method: 'rrf' } : { method: 'linear', alpha }
}

/**
 * Fuses what meaning found and what words found, each best first. In `ranks` and `contributions` of the results the
 * vector leg comes first. A text score of 0 or less is no vote: nothing of the query occurs there.
 *
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION`
 */
export function fuseLegs(vector: readonly RankedItem[], text: readonly RankedItem[], fusion: Fusion): Fused[] {
  const lists = [vector, text.filter(({ score }) => !(score <= 0))]
  switch (fusion.method) {
    case 'rrf': {
      const { method: _, weights, ...options } = fusion
      if (!weights) return reciprocalRankFusion(lists, options)
      refuseUnknownOptions(weights, ['vector', 'text'], 'fusion.weights')
      return reciprocalRankFusion(lists, { ...options, weights: [weights.vector, weights.text] })
    }
    case 'linear': {
      const { method: _, alpha = 0.5, ...options } = fusion
      return linearFusion(lists, { ...options, alpha })
    }
    default:
      throw invalidOption('fusion.method', (fusion as { method?: unknown }).method, 'rrf or linear')
  }
}
