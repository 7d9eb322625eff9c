import { inspect } from 'node:util'
import { expect } from 'vitest'
import { TesseraError } from '../../src/core/index.js'

/** A key no message may show. */
export const KEY = 'sk-test-0123456789abcdefSECRET'

/** The typed error that some work ends with; fails when it holds {@link KEY} anywhere a log could show it. */
export async function failure(work: Promise<unknown>): Promise<TesseraError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(TesseraError)
  const seen = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${(error as Error).stack}`
  expect(seen).not.toContain(KEY)
  return error as TesseraError
}
