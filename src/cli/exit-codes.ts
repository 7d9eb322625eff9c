/** What a command says to the shell. */
export const ExitCode = {
  ok: 0,
  /** It was done wrongly or not at all. */
  failure: 1,
  /** It was called wrongly. */
  usage: 2,
  /** Ctrl-C: 128 and the number of the signal, as shells have it. */
  interrupted: 130,
  terminated: 143,
} as const
