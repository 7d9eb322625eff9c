/** What the choice among strategies is called wherever one is named. */
export const AUTO = 'auto'

/** Whether a name means the choice and no strategy; like those of strategies it is compared case folded. */
export function isAuto(name: unknown): boolean {
  return String(name).toLowerCase() === AUTO
}
