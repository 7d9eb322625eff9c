import type { Fetch } from './http/index.js'
import type { Clock } from './resilience/clock.js'

/** The world a model lives in; replaceable for tests and for hosts without `process.env`. */
export interface ModelEnvironment {
  /** Default: `process.env`, empty where there is none. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: the global `fetch`. */
  fetch?: Fetch | undefined
  /** Default: the system's time and chance. */
  clock?: Clock | undefined
}
