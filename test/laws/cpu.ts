/** CPU time of some work in milliseconds, of all threads of the process. */
export async function cpu(work: () => Promise<unknown>): Promise<number> {
  const begin = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}
