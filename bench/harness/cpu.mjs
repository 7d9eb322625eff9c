/** CPU time of a piece of work in milliseconds, over all threads of this process: compilers and collectors included. */
export async function cpu(work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU milliseconds of a turn at the most, but for what takes longer once. */
const TURN = 1000

/**
 * CPU time of several pieces of work that do the same, each round all of them in turn, so that whatever else the machine
 * does falls on all alike. In a turn each runs as often as it can while the slowest runs once, so that what is fast gets
 * compiled as well, and is not measured only while collectors still work for the other.
 *
 * @param budget CPU milliseconds after which no further round begins
 * @returns the least time of each: other work on the machine only ever adds
 */
export async function interleaved(works, { budget = 2500, most = 40 } = {}) {
  const best = works.map(() => Number.POSITIVE_INFINITY)
  let spent = 0
  for (let round = 0; round < most && (round < 3 || spent < budget); round++) {
    const turn = Math.min(TURN, Math.max(...best))
    for (const [index, work] of works.entries()) {
      for (let taken = 0; taken < turn; ) {
        const time = await cpu(work)
        best[index] = Math.min(best[index], time)
        taken += time
        spent += time
      }
    }
    // One that is this slow is known well enough after one round.
    if (Math.max(...best) > 3 * budget) break
  }
  return best
}

/**
 * Mean CPU time of a warm piece of work. Unlike the least time it holds its share of what is collected only now and then,
 * so that small and large work can be compared.
 *
 * @param budget CPU milliseconds after which it is not repeated again
 */
export async function average(work, { budget = 1500 } = {}) {
  let rounds = 0
  let spent = 0
  for (let warm = 0; warm < 3 && spent < budget; warm++) spent += await cpu(work)
  spent = 0
  while (spent < budget) {
    spent += await cpu(work)
    rounds++
  }
  return spent / rounds
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}
