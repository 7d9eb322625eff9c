import { type Clock, systemClock } from '../../src/models/resilience/clock.js'

/** A clock that runs a hundred times as fast, so that waits of seconds take no time worth mentioning. */
export const fastClock: Clock = {
  now: () => systemClock.now() * 100,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / 100, signal),
  random: systemClock.random,
}
