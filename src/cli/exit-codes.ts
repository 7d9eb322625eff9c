/** What a command says to the shell. */
export const ExitCode = {
  ok: 0,
  /** It was done wrongly or not at all. */
  failure: 1,
  /** It was called wrongly. */
  usage: 2,
  interrupted: 130,
} as const
