import { describe, expect, it } from 'vitest'
import { type Embedder, StageEvents, TesseraError } from '../core/index.js'
import { MemoryStorage } from '../stores/index.js'
import { type EmbeddedInputs, EmbeddingQueue } from './embedding-queue.js'

/** An embedder that answers when it is told to, and refuses texts that say so. */
function manualEmbedder() {
  const requests: string[][] = []
  const open: (() => void)[] = []
  const embedder: Embedder = {
    id: 'manual',
    accepts: ['text'],
    output: 'dense',
    async embed(inputs) {
      const texts = inputs as string[]
      requests.push(texts)
      await new Promise<void>((resolve) => open.push(resolve))
      const refused = texts.find((text) => text.startsWith('refuse'))
      if (refused) throw new TesseraError('PROVIDER_ERROR', `refused ${refused}`, { retryable: false })
      if (texts.includes('no key')) throw new TesseraError('PROVIDER_AUTH', 'no key', { retryable: false })
      const truncated = texts.flatMap((text, position) => (text === 'long' ? [position] : []))
      return { vectors: texts.map((text) => Float32Array.of(text.length, 1)), truncated }
    },
  }
  const answer = async (): Promise<void> => {
    for (await tick(); open.length > 0; await tick()) open.shift()!()
  }
  return { embedder, requests, answer }
}

function makeQueue(embedder: Embedder): EmbeddingQueue {
  return new EmbeddingQueue({ embedder, storage: new MemoryStorage(), indexName: 'main', events: new StageEvents() })
}

const keep = async (embedded: EmbeddedInputs) => embedded
const tick = () => new Promise((resolve) => setTimeout(resolve, 1))

describe('the queue of an ingest', () => {
  it('puts the inputs of small documents together while a request is under way', async () => {
    const { embedder, requests, answer } = manualEmbedder()
    const queue = makeQueue(embedder)
    const documents = ['a', 'bb', 'ccc', 'dddd'].map((text) => queue.embed('document', [text, `${text}!`], keep))
    await tick()
    expect(requests).toEqual([['a', 'a!']])
    await answer()
    expect(requests).toEqual([
      ['a', 'a!'],
      ['bb', 'bb!', 'ccc', 'ccc!', 'dddd', 'dddd!'],
    ])
    const embedded = await Promise.all(documents)
    expect(embedded.map(({ vectors }) => vectors.map((vector) => (vector as Float32Array)[0]))).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ])
  })

  it('sends full requests side by side, and is full before there is no end to it', async () => {
    const { embedder, requests, answer } = manualEmbedder()
    const queue = makeQueue(embedder)
    const texts = Array.from({ length: 1500 }, (_, n) => `text ${n}`)
    const document = queue.embed('document', texts, keep)
    await tick()
    expect(requests.map(({ length }) => length)).toEqual(Array(8).fill(128))
    expect(queue.isFull).toBe(true)
    await answer()
    await document
    expect(requests.flat()).toEqual(texts)
    expect(queue.isFull).toBe(false)
  })

  it('embeds what documents share once, until the last of them is stored', async () => {
    const { embedder, requests, answer } = manualEmbedder()
    const queue = makeQueue(embedder)
    let stored!: () => void
    const storing = new Promise<void>((resolve) => {
      stored = resolve
    })
    const first = queue.embed('document', ['licence', 'licence', 'one'], () => storing)
    const second = queue.embed('document', ['two', 'licence'], keep)
    await answer()
    const third = queue.embed('document', ['licence'], keep)
    await answer()
    expect(requests.flat()).toEqual(['licence', 'one', 'two'])
    expect((await second).vectors[1]).toEqual((await third).vectors[0])
    stored()
    await first
  })

  it('lets a document whose text is refused fail alone', async () => {
    const { embedder, answer } = manualEmbedder()
    const queue = makeQueue(embedder)
    const documents = ['a', 'b', 'refuse c', 'd'].map((text) => queue.embed('document', [text], keep))
    const settled = Promise.allSettled(documents)
    await answer()
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('asks nothing more after a failure that would only repeat itself', async () => {
    const { embedder, requests, answer } = manualEmbedder()
    const queue = makeQueue(embedder)
    const documents = ['no key', 'b', 'c'].map((text) => queue.embed('document', [text], keep))
    const settled = Promise.allSettled(documents)
    await answer()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(requests).toEqual([['no key']])
  })

  it('counts what the model cut, and keeps it from being taken for whole', async () => {
    const { embedder, answer } = manualEmbedder()
    const embedded = makeQueue(embedder).embed('document', ['short', 'long', 'long'], keep)
    await tick()
    await answer()
    const { truncated, keys } = await embedded
    expect(truncated).toBe(2)
    expect(keys.map((key) => key.startsWith('cut:'))).toEqual([false, true, true])
  })

  it('hands over a document without any text at once', async () => {
    const { embedder, requests } = manualEmbedder()
    expect(await makeQueue(embedder).embed('document', [], keep)).toEqual({ vectors: [], keys: [], truncated: 0 })
    expect(requests).toEqual([])
  })
})
