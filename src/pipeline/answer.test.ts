import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../core/index.js'
import { MemoryStorage } from '../stores/index.js'
import { RAGPipeline } from './index.js'

async function ask(question: string, ...texts: { text: string; mediaType?: string; uri?: string }[]) {
  await using pipeline = new RAGPipeline()
  await pipeline.ingest(texts.map((source, index) => ({ uri: `a:${index}.md`, mediaType: 'text/markdown', ...source })))
  return await pipeline.query(question)
}

describe('an extractive answer', () => {
  it('is the sentence that says it, not its heading, its question or the list of contents', async () => {
    const text =
      '# Timeout\n\n- [Timeout](#timeout)\n- [Retries](#retries)\n\n## What is the timeout?\n\nWhat is the timeout? It is thirty seconds for the timeout of a request.\n\n## Retries\n\nThree.\n'
    const { answer, citations } = await ask('What is the timeout of a request?', { text })
    expect(answer).toBe('It is thirty seconds for the timeout of a request. [1]')
    expect(citations).toHaveLength(1)
  })

  it('answers a question of one word, and one in a script without spaces', async () => {
    expect((await ask('price?', { text: 'The price is eight francs.\n\nNothing else.' })).answer).toContain('eight')
    expect((await ask('How many retries?', { text: 'There are three retries.\n\nNothing else.' })).answer).toContain(
      'three',
    )
    const chinese = await ask('价格是多少？', { text: '每月价格是八法郎。\n\n我们周日休息。' })
    expect(chinese.answer).toBe('每月价格是八法郎。 [1]')
    const japanese = await ask('価格はいくらですか', { text: '月の価格は八フランです。\n\n日曜日は休みです。' })
    expect(japanese.answer).toContain('価格は八フラン')
  })

  it('gives code in lines and its number below', async () => {
    const text = '# Setup\n\nInstall the widget:\n\n```sh\nnpm install widget\nnpx widget init\n```\n'
    const { answer, citations } = await ask('How do I install the widget with npm?', { text })
    expect(answer).toBe('npm install widget\nnpx widget init\n[1]')
    expect(citations[0]!.quote).toBe('npm install widget\nnpx widget init')
  })

  it('quotes the source of a page and shows its text', async () => {
    const text = '<html><body><h1>Prices</h1><p>The <b>price</b> is &lt; eight francs.</p></body></html>'
    const { answer, citations, warnings } = await ask('What is the price?', {
      text,
      mediaType: 'text/html',
      uri: 'a:1.html',
    })
    expect(warnings).toEqual([])
    expect(answer).toBe('The price is < eight francs. [1]')
    expect(citations[0]!.quote).toBe('The <b>price</b> is &lt; eight francs.')
  })

  it('abstains from half of a question of two words', async () => {
    const text = 'The capital letters of a heading are kept.\n\nA heading is short.\n\nLetters are text.'
    expect((await ask('What is the capital of Mongolia?', { text })).abstained).toBe(true)
  })

  it('does not repeat in other words what is said already', async () => {
    const { citations } = await ask(
      'What is the price?',
      { text: 'The price is eight francs.' },
      { text: 'The price: it is eight francs.' },
    )
    expect(citations).toHaveLength(1)
  })

  it('leaves no number behind for a citation that was refused', async () => {
    class Tampered extends MemoryStorage {
      override async document(indexName: string, id: string): Promise<Document | undefined> {
        const document = await super.document(indexName, id)
        return document?.uri === 'a:1' ? { ...document, text: document.text.replace('price', 'prize') } : document
      }
    }
    await using pipeline = new RAGPipeline({ storage: new Tampered() })
    await pipeline.ingest([
      { uri: 'a:1', text: 'The price is eight francs a month.' },
      { uri: 'a:2', text: 'The price of delivery is two francs.' },
    ])
    const { answer, citations, warnings } = await pipeline.query('price of delivery a month')
    const numbers = [...answer.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n))
    expect(numbers).toEqual(citations.map(({ n }) => n))
    expect(citations.every(({ uri }) => uri === 'a:2')).toBe(true)
    expect(warnings.length + citations.length).toBeGreaterThan(0)
  })
})

const WORDS = ['price', 'franc', 'stream', 'token', 'limit', '价格', 'naïve', 'getUserName', 'x-1', '👩‍👧']
const word = fc.constantFrom(...WORDS)
const sentence = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => `The ${words.join(' ')}.`)
const block = fc.oneof(
  sentence,
  fc.array(sentence, { minLength: 1, maxLength: 6 }).map((list) => list.join(' ')),
  fc.array(sentence, { minLength: 1, maxLength: 4 }).map((list) => list.map((item) => `- ${item}`).join('\n')),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `## ${words.join(' ')}`),
  fc
    .array(fc.tuple(word, word), { minLength: 1, maxLength: 4 })
    .map((rows) => ['| a | b |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')),
  fc
    .array(word, { minLength: 1, maxLength: 6 })
    .map((words) => `\`\`\`js\n${words.map((one) => `call("${one}");`).join('\n')}\n\`\`\``),
  fc
    .array(fc.tuple(word, word), { maxLength: 5 })
    .map((members) => JSON.stringify(Object.fromEntries(members), null, 2)),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((list) => list.map((text) => `<p>${text.replace(' ', ' <b>')}</b> &amp;</p>`).join('\n')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

describe('every extractive answer', () => {
  it('has at most three citations, numbered in order, each verbatim, and is the same again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(block, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('text/markdown', 'text/html', 'text/plain', 'application/json', 'text/x-tex'),
        async (documents, question, mediaType) => {
          const sources = documents.map((blocks, index) => ({
            uri: `a:${index}`,
            text: blocks.join('\n\n'),
            mediaType,
          }))
          await using pipeline = new RAGPipeline({ defaultChunkSize: 300, defaultChunkOverlap: 0 })
          await pipeline.ingest(sources)
          const first = await pipeline.query(question.join(' '))
          const again = await pipeline.query(question.join(' '))
          expect(again.answer).toBe(first.answer)
          expect(again.citations).toEqual(first.citations)
          expect(first.warnings).toEqual([])
          expect(first.citations.length).toBeLessThanOrEqual(3)
          expect(first.abstained).toBe(first.citations.length === 0)
          const ends = [...first.answer.matchAll(/\[(\d)\](?=\n|$)/g)].map(([, n]) => Number(n))
          expect(ends).toEqual(first.citations.map(({ n }) => n))
          for (const { uri, quote, place } of first.citations) {
            const { text } = sources.find((source) => source.uri === uri)!
            expect(text.slice(place.span.start, place.span.end)).toBe(quote)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
