import { TesseraError } from '../../core/index.js'

const PACKAGE = '@huggingface/transformers'

/** The part of transformers.js (version 3 and later) that is used. */
export interface Transformers {
  env: { remoteHost: string }
  AutoTokenizer: Loader<Tokenizer>
  AutoModel: Loader<Model>
  AutoModelForSequenceClassification: Loader<Model>
}

interface Loader<T> {
  from_pretrained(model: string, options: { local_files_only: boolean; dtype?: string }): Promise<T>
}

export interface Tokenizer {
  model_max_length?: number
  (text: string, options: TokenizeOptions): Record<string, Tensor>
}

interface TokenizeOptions {
  truncation: boolean
  max_length?: number
  text_pair?: string
}

export interface Tensor {
  dims: number[]
  data: Float32Array | BigInt64Array
}

export interface Model {
  config: { max_position_embeddings?: number }
  (inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>
}

/** Loads transformers.js, which is not installed along with this package. */
export async function loadTransformers(): Promise<Transformers> {
  try {
    // By a variable: compilers and bundlers must not look for a package that may be absent.
    return (await import(PACKAGE)) as Transformers
  } catch (error) {
    throw new TesseraError(
      'MISSING_DEPENDENCY',
      `Provider "transformers" needs the package ${PACKAGE}, which could not be loaded. Install it with ` +
        `"ONNXRUNTIME_NODE_INSTALL=skip npm install ${PACKAGE}" (the variable leaves out a download of CUDA libraries, ` +
        'which the CPU does not need).',
      { package: PACKAGE },
      error,
    )
  }
}
