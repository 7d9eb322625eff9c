/** Prints rows of equal keys as a table; numbers are right-aligned. Nothing for no rows. */
export function table(title, rows) {
  if (rows.length === 0) return
  const keys = Object.keys(rows[0])
  const cells = rows.map((row) => keys.map((key) => text(row[key])))
  const widths = keys.map((key, column) => Math.max(key.length, ...cells.map((row) => row[column].length)))
  const line = (row, numbers) =>
    row.map((cell, i) => (numbers[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')
  const numeric = keys.map((key) => rows.every((row) => typeof row[key] === 'number' || row[key] === undefined))
  console.log(`\n${title}`)
  console.log(line(keys, numeric))
  for (const row of cells) console.log(line(row, numeric))
}

/**
 * Compares a figure with its budget, prints both, and tells the process that runs all benches.
 *
 * @param limit `{ atLeast }` or `{ atMost }`
 * @param value undefined where nothing could be measured
 */
export function budget(what, value, limit) {
  const verdict = value === undefined ? '-' : isMet(value, limit) ? 'ok' : 'MISSED'
  const wanted = limit.atLeast === undefined ? `<= ${limit.atMost}` : `>= ${limit.atLeast}`
  const result = { what, value: value === undefined ? '-' : round(value), budget: wanted, verdict }
  if (process.send) process.send({ result })
  else console.log(`${what}: ${result.value} (${wanted}) ${verdict}`)
}

/** Says why a bench, or a part of it, did not run. */
export function skip(what, reason) {
  console.log(`\nskipped: ${what}: ${reason}`)
}

/** Three digits that say something. */
export function round(value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value
  const size = Math.abs(value)
  return Number(size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toPrecision(3))
}

function isMet(value, { atLeast, atMost }) {
  return atLeast === undefined ? value <= atMost : value >= atLeast
}

function text(value) {
  if (value === undefined) return '-'
  return typeof value === 'number' ? String(round(value)) : String(value)
}
