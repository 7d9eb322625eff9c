// Does the writes of a list to a database file and says of each, by its number, when it has been acknowledged.
// Arguments: the built stores module, the database file, the list (JSON), the number of the first write to do.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [module, file, list, first] = process.argv.slice(2)
const { openSqliteStorage } = await import(pathToFileURL(module).href)
const writes = JSON.parse(readFileSync(list, 'utf8'))
const storage = await openSqliteStorage(file)
for (let number = Number(first); number < writes.length; number++) {
  const { put, remove } = writes[number]
  if (put) await storage.put('main', { ...put, vectors: put.vectors.map((vector) => Float32Array.from(vector)) })
  else await storage.remove('main', remove)
  process.stdout.write(`${number}\n`)
}
await storage.close()
