// Cut a document along its own structure, and see for every chunk exactly where it came from.
import { createChunker } from 'tessera-rag'

const source = `# Mosaics

## Tiles

A *tessera* is one tile of a mosaic. It knows where it belongs.

| tile  | colour |
|-------|--------|
| one   | blue   |
| two   | gold   |
`

const chunker = await createChunker('markdown', { maxSize: 80 })
for (const chunk of await chunker.chunk(source)) {
  const path = chunk.context.map((part) => part.text).join(' > ')
  console.log(`lines ${chunk.lines.join('-')}, ${path}`)
  console.log(chunk.text)
  // The text is the source, character for character; only \`open\` and \`close\` were added to keep a part whole.
  console.log(chunk.text === chunk.open + source.slice(chunk.span.start, chunk.span.end) + chunk.close)
}
