import { seeded } from './random.mjs'

const RESAMPLES = 2000

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The middle 95 % of the means of resampled values: a bootstrap interval, the same each time. */
export function interval(values) {
  const random = seeded(values.length)
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]
    return sum / values.length
  }).sort()
  return [means[Math.floor(RESAMPLES * 0.025)], means[Math.ceil(RESAMPLES * 0.975) - 1]]
}
