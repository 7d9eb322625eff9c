// Opens the database it is given, answers one question, and prints what that cost beyond starting and importing.
import { openSqliteStorage } from '../dist/stores/index.js'
import { zipfQueries } from './inputs.mjs'

const before = process.cpuUsage()
const began = performance.now()
const storage = await openSqliteStorage(process.argv[2])
const [query] = zipfQueries(1)
const matches = await storage.text.search('default', query, 5)
const { dimensions } = await storage.vectors.describe('default')
if (dimensions) matches.push(...(await storage.vectors.query('default', new Float32Array(dimensions).fill(1), 5)))
const { user, system } = process.cpuUsage(before)
const row = {
  'CPU ms': (user + system) / 1000,
  'wall ms': performance.now() - began,
  'memory MB': process.resourceUsage().maxRSS / 1024,
  found: matches.length,
}
await storage.close()
console.log(JSON.stringify(row))
