import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './markdown.js'

/** A folder such as the examples of the documents are about, in which the package is installed. */
export interface ExampleFolder {
  path: string
  [Symbol.dispose](): void
}

const FILES: Record<string, string> = {
  'package.json': '{ "name": "reader", "private": true, "type": "module" }',
  'README.md': '# Reader\n\nLong tables are cut between rows.\n',
  'docs/api.md': '# API\n\n## Streaming\n\nConfigure streaming with the `stream` option of `generate`.\n',
  'docs/guides.md': '# Guides\n\n## Install\n\nRun npm install to begin.\n',
  'docs/faq.md': '# FAQ\n\n## Price\n\nIt costs nothing.\n',
  'notes/one.md': '# Notes\n\nOne note.\n',
}

export function exampleFolder(): ExampleFolder {
  const path = mkdtempSync(join(tmpdir(), 'tessera-docs-'))
  for (const folder of ['docs', 'notes', 'node_modules']) mkdirSync(join(path, folder))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(path, name), text)
  symlinkSync(ROOT, join(path, 'node_modules', 'tessera-rag'), 'junction')
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
