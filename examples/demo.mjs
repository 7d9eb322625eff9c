// What `npm run demo` shows: the project's own papers and the README files of its installed dependencies are ingested
// into a file, and questions are answered from them, offline and without a key.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { RAGPipeline } from '../dist/index.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const questions = process.argv.slice(2)
if (questions.length === 0) {
  questions.push(
    'What happens to a table that is larger than a chunk?',
    'How do I make commander exit with my own error handling?',
    'How is a citation checked?',
  )
}

const folder = mkdtempSync(join(tmpdir(), 'tessera-demo-'))
const pipeline = new RAGPipeline({ db: join(folder, 'demo.db') })
try {
  const { documents, chunksCreated, durationMs } = await pipeline.ingest(sources())
  const added = documents.filter(({ status }) => status === 'added').length
  console.log(`${added} documents in ${chunksCreated} chunks, ingested in ${(durationMs / 1000).toFixed(1)} s\n`)
  for (const question of questions) {
    const { answer, citations, metadata } = await pipeline.query(question)
    console.log(`> ${question}\n\n${answer}\n`)
    for (const { n, uri, place } of citations) {
      const heading = place.heading ? `  ${place.heading.join(' > ')}` : ''
      console.log(`[${n}] ${relative(root, fileURLToPath(uri))}:${place.lines[0]}${heading}`)
    }
    console.log(`    ${metadata.queryTime} ms\n`)
  }
} finally {
  await pipeline.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The papers of the project, and the README of each package that is installed. */
function sources() {
  const own = ['README.md', 'CONTRIBUTING.md', 'docs']
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
  const modules = join(root, 'node_modules')
  const packages = readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
    )
  const readmes = packages.flatMap((name) =>
    readdirSync(join(modules, name))
      .filter((file) => /^readme\.md$/i.test(file))
      .map((file) => join(modules, name, file)),
  )
  return [...own, ...readmes].map((path) => pathToFileURL(path))
}
