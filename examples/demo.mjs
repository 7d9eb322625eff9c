// What `npm run demo` shows: the project's own papers and the README files of its installed dependencies are ingested
// into a file, and questions are answered from them, offline and without a key.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { RAGPipeline } from '../dist/index.js'
import { papers } from './papers.mjs'

const root = join(import.meta.dirname, '..')
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
  const { documents, chunksCreated, durationMs } = await pipeline.ingest(papers().map((path) => pathToFileURL(path)))
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
