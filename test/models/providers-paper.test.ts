import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { modelRegistry } from '../../src/models/index.js'

const PAPER = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'models.md'), 'utf8')
const rows = PAPER.split('\n').filter((line) => line.startsWith('| `'))

it.each(modelRegistry.list())('docs/models.md has provider $name as it is', ({ name, metadata }) => {
  const row = rows.find((line) => line.startsWith(`| \`${name}\``))
  expect(row).toBeDefined()
  const [, names, keys, addresses, embeds, writes, reranks] = row!.split('|').map((cell) => cell.trim())
  const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
  expect(named(names!)).toEqual([name, ...metadata.aliases])
  expect(named(keys!)).toEqual(metadata.server?.apiKeyEnv ?? [])
  expect(named(addresses!)).toEqual(metadata.server?.baseUrlEnv ?? [])
  const ability = (kind: { defaultModel?: string | undefined } | undefined) =>
    kind ? (kind.defaultModel === undefined ? 'yes' : `\`${kind.defaultModel}\``) : ''
  expect([embeds, writes, reranks]).toEqual([metadata.embedding, metadata.language, metadata.reranking].map(ability))
})
