// What the browser-safe parts of the package give, as plain data: run in Node and in a browser, it must be the same.
import { createChunker, getAvailableStrategies } from 'tessera-rag/chunking'
import { sha256 } from 'tessera-rag/core'
import { BM25Index, InMemoryBM25Index, VectorIndex } from 'tessera-rag/indexes'
import { linearFusion, reciprocalRankFusion } from 'tessera-rag/retrieval'
import { createAnalyzer, sentences } from 'tessera-rag/text'

const DOCUMENTS = {
  markdown: {
    uri: 'https://example.com/tiles.md',
    mediaType: 'text/markdown',
    text: `# Tiles\n\nÜber *Mosaik* und 日本語 🙂.\n\n| a | b |\n|---|---|\n${'| one | two |\n'.repeat(30)}\n\`\`\`js\n${'call()\n'.repeat(40)}\`\`\`\n`,
  },
  html: {
    uri: 'https://example.com/tiles.html',
    mediaType: 'text/html',
    text: `<title>T</title><main><h1>Tiles &amp; more</h1>${'<p>One <b>bold</b> tile.</p>'.repeat(40)}</main>`,
  },
  latex: {
    uri: 'https://example.com/tiles.tex',
    mediaType: 'text/x-tex',
    text: `\\section{Tiles}\n\\begin{theorem}\n${'Every tile has a place. '.repeat(30)}\n\\[ a^2 + b^2 = c^2 \\]\n\\end{theorem}\n`,
  },
}

/** Everything, in a form that JSON keeps. */
export async function run() {
  const chunks = {}
  for (const strategy of [...getAvailableStrategies(), 'auto']) {
    const chunker = await createChunker(strategy, { maxSize: 200, overlap: 40 })
    for (const [name, document] of Object.entries(DOCUMENTS)) {
      chunks[`${strategy} ${name}`] = await chunker.chunk(document)
    }
  }
  return {
    hash: sha256('Mosaik 日本語 🙂'),
    words: createAnalyzer()
      .analyze('Configuring camelCase über 日本語テキスト v2.4.10')
      .map(({ term }) => term),
    sentences: [...sentences('One. Two! 三。四。', 0, 12)],
    chunks,
    byWords: await searchByWords(chunks['markdown markdown']),
    ...searchByMeaning(),
    fused: fuse(),
  }
}

async function searchByWords(chunks) {
  const index = new BM25Index()
  for (const { id, text, context } of chunks) index.upsert([{ id, text, context }])
  const simple = new InMemoryBM25Index()
  await simple.addDocuments([
    { id: 'a', text: 'streaming configuration' },
    { id: 'b', text: 'billing' },
  ])
  return [index.search('tiles mosaik', 3), await simple.search('configure streaming', 2)]
}

/** Enough numbers for the byte screen, which is WebAssembly. */
function searchByMeaning() {
  const dimensions = 128
  const index = new VectorIndex({ dimensions })
  let seed = 1
  const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
  const vector = () => Array.from({ length: dimensions }, next)
  for (let n = 0; n < 9000; n++) index.upsert(`v${n}`, vector())
  return { accelerated: index.accelerated, nearest: index.search(vector(), 5) }
}

function fuse() {
  const vector = [
    { id: 'a', score: 0.9 },
    { id: 'b', score: 0.4 },
  ]
  const text = [
    { id: 'c', score: 7 },
    { id: 'b', score: 3 },
  ]
  return [reciprocalRankFusion([vector, text]), linearFusion([vector, text], { alpha: 0.6 })]
}
