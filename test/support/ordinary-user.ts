/** Id of the user that owns nothing. */
export const NOBODY = 65534

/** Runs work as a user whom permissions bind: whoever runs the tests, but nobody instead of root. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid!(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid!(0)
  }
}
