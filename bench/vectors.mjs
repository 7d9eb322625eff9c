// Vector search: CPU time a query, recall against an independent exact scan, and how long only reading the bytes takes.
// node bench/vectors.mjs (after a build). Ratios decide; milliseconds depend on the machine. Takes half a minute of CPU.
import { VectorIndex } from '../dist/indexes/index.js'
import { budget, table as printTable } from './harness/report.mjs'
import { seeded } from './random.mjs'

const DIMENSIONS = 384
const SIZES = [10_000, 100_000]
const QUERIES = 30
const TOP_K = 10
const CPU_LIMIT_MS = 90_000

/** What vectors look like decides how well bytes stand in for floats. */
const generators = {
  'clusters, unit length': clustered,
  'gaussian, no structure': (random) => () => Float32Array.from({ length: DIMENSIONS }, () => gaussian(random)),
  'hashed words, sparse': hashed,
}

const table = []
for (const [data, generator] of Object.entries(generators)) {
  for (const size of SIZES) {
    if (cpuSoFar() > CPU_LIMIT_MS) {
      console.error(`Stopped at the limit of CPU time, before: ${data}, ${size}`)
      continue
    }
    table.push({ data, vectors: size, ...measure(generator(seeded(size)), size) })
  }
}
printTable(`Vectors of ${DIMENSIONS} dimensions, ${QUERIES} queries, CPU`, table)
const largest = table.filter(({ vectors }) => vectors === SIZES.at(-1))
for (const { data, ...row } of largest) {
  budget(`recall@10 of exact, ${row.vectors} vectors: ${data}`, row['recall@10'], { atLeast: 0.99 })
  budget(`search / reading the bytes once, ${row.vectors} vectors: ${data}`, row['search / read'], { atMost: 2 })
}

function measure(next, size) {
  const vectors = new Float32Array(size * DIMENSIONS)
  for (let row = 0; row < size; row++) vectors.set(next(), row * DIMENSIONS)
  const queries = Array.from({ length: QUERIES }, next)
  const ids = Array.from({ length: size }, (_, row) => `v${row}`)

  const index = new VectorIndex({ dimensions: DIMENSIONS })
  const load = cpu(() => index.loadMany(ids, vectors))
  const plain = new VectorIndex({ dimensions: DIMENSIONS, simd: false })
  plain.loadMany(ids, vectors)

  const few = queries.slice(0, 10)
  for (const query of few) index.search(query, TOP_K)
  const found = queries.map((query) => index.search(query, TOP_K))
  // Taken in turns, so that a busy machine is busy for both.
  const bytes = Buffer.alloc(size * DIMENSIONS, 1)
  const turns = queries.map((query) => [cpu(() => index.search(query, TOP_K)), cpu(() => readOnce(bytes))])
  const scan = best(turns.map(([search]) => search))
  const read = best(turns.map(([, reading]) => reading))
  const javascript = best(few.map((query) => cpu(() => plain.search(query, TOP_K))))
  const exact = few.map((query) => exactScan(vectors, query))
  return {
    'load ms': round(load),
    'search ms': round(scan),
    'read bytes ms': round(read),
    'search / read': round(scan / read),
    'plain JS ms': round(javascript),
    'recall@10': round(recall(found, exact)),
    kernel: index.accelerated,
  }
}

/** memchr for a byte that is not there. */
function readOnce(bytes) {
  return bytes.indexOf(2)
}

function exactScan(vectors, query) {
  const scored = []
  for (let row = 0; row < vectors.length / DIMENSIONS; row++) {
    let dot = 0
    let squares = 0
    for (let i = 0; i < DIMENSIONS; i++) {
      const value = vectors[row * DIMENSIONS + i]
      dot += value * query[i]
      squares += value * value
    }
    scored.push([dot / Math.sqrt(squares), `v${row}`])
  }
  return scored
    .sort((a, b) => b[0] - a[0])
    .slice(0, TOP_K)
    .map(([, id]) => id)
}

function recall(found, exact) {
  const hits = exact.map((ids, q) => found[q].filter(({ id }) => ids.includes(id)).length)
  return hits.reduce((sum, count) => sum + count, 0) / (exact.length * TOP_K)
}

function cpu(work) {
  const before = cpuSoFar()
  work()
  return cpuSoFar() - before
}

function cpuSoFar() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The lower quartile: other work on the machine only ever adds time. */
function best(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 4)]
}

/** Clusters of some 200 vectors in a space of 24 dimensions, bent into 384, with noise and a common offset. */
function clustered(random) {
  const latent = 24
  const axes = Array.from({ length: DIMENSIONS * latent }, () => gaussian(random) / Math.sqrt(latent))
  const offset = Array.from({ length: DIMENSIONS }, () => 0.4 * gaussian(random))
  const centres = Array.from({ length: 500 }, () => Array.from({ length: latent }, () => gaussian(random)))
  return () => {
    const centre = centres[Math.floor(random() * centres.length)]
    const place = centre.map((value) => value + 0.45 * gaussian(random))
    const vector = new Float32Array(DIMENSIONS)
    for (let i = 0; i < DIMENSIONS; i++) {
      let value = offset[i] + 0.2 * (random() - 0.5)
      for (let k = 0; k < latent; k++) value += axes[i * latent + k] * place[k]
      vector[i] = value
    }
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }
}

function hashed(random) {
  return () => {
    const vector = new Float32Array(DIMENSIONS)
    for (let word = 0; word < 60; word++) vector[Math.floor(random() ** 2 * DIMENSIONS)] += 1 + 2 * random()
    return vector
  }
}

function gaussian(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function round(value) {
  return Math.round(value * 1000) / 1000
}
