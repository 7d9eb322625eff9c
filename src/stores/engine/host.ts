import {
  type CallOptions,
  type IndexDescription,
  invalidOption,
  type Metric,
  type StoreCapabilities,
  TesseraError,
} from '../../core/index.js'
import type { Leg, LooseRecords, NamedIndex } from './named-index.js'

/** What an embedded storage offers its two legs: the indexes, and a way to write into the record of them. */
export interface IndexHost {
  /** Runs `work` on the index as it is committed now; undefined when there is none. Nothing changes while it runs. */
  read<T>(indexName: string, call: CallOptions, work: (index: NamedIndex | undefined) => T): Promise<T>
  /** The texts of records that are in the index, in order. Only inside `read`. */
  texts(index: NamedIndex, leg: Leg, ids: readonly string[]): (string | undefined)[]
  /** Writes records that belong to no document, replacing those of the same id; creates the index. */
  putLoose(indexName: string, records: LooseRecords, call: CallOptions): Promise<void>
  /** Removes what `select` names from one leg. @returns how many were there */
  deleteLoose(
    indexName: string,
    leg: Leg,
    select: (index: NamedIndex) => readonly string[],
    call: CallOptions,
  ): Promise<number>
  createIndex(indexName: string, spec: { dimensions: number; metric: Metric }): Promise<void>
  dropIndex(indexName: string): Promise<boolean>
  /** What is known of an index beside what is in memory. */
  describe(indexName: string): Promise<IndexDescription | undefined>
  /** Every index, sorted. */
  names(): Promise<string[]>
}

/** What every embedded storage can do. */
export const EMBEDDED_CAPABILITIES: StoreCapabilities = {
  filter: 'pre',
  vectors: ['dense'],
  text: 'own-analyzer',
  hybrid: false,
  transactions: true,
  readYourWrites: true,
}

/** @throws TesseraError `INVALID_OPTION` for a name that is not a non-empty string */
export function requireIndexName(indexName: unknown): asserts indexName is string {
  if (typeof indexName !== 'string' || indexName === '')
    throw invalidOption('indexName', indexName, 'a non-empty string')
}

/** The error for an operation that needs an index to be there. */
export function indexNotFound(indexName: string, known: readonly string[]): TesseraError {
  const list = known.length === 0 ? 'There is no index yet.' : `Known: ${known.slice(0, 20).join(', ')}.`
  return new TesseraError('INDEX_NOT_FOUND', `There is no index "${indexName}". ${list}`, {
    indexName,
    known: known.slice(0, 20),
  })
}

/** The error for every call after `close`. */
export function storeClosed(): TesseraError {
  return new TesseraError('STORE_CLOSED', 'The storage is closed; open it again to use it.')
}
