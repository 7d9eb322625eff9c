import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A local server in OpenAI's wire format: embeddings by counting letters, answers that quote their first source, and
 * scores by the question's words where documents are to be judged.
 */
export interface FakeOpenAI {
  /** For `OPENAI_BASE_URL`. */
  url: string
  /** Paths asked for, in order. */
  requests: string[]
  close(): Promise<void>
}

export async function startFakeOpenAI(dimensions = 32): Promise<FakeOpenAI> {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    const body = JSON.parse(await read(request))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.endsWith('/embeddings') ? embeddings(body, dimensions) : completion(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function embeddings({ input, model }: { input: string | string[]; model: string }, dimensions: number) {
  const texts = typeof input === 'string' ? [input] : input
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }))
  return { object: 'list', model, data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } }
}

function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.01)
  for (const letter of text.toLowerCase()) vector[letter.codePointAt(0)! % dimensions]! += 1
  return vector
}

interface CompletionRequest {
  model: string
  messages: { content: string }[]
  response_format?: { type: string }
}

function completion({ model, messages, response_format }: CompletionRequest) {
  const prompt = messages.at(-1)?.content ?? ''
  const content = response_format?.type === 'json_object' ? scoreDocuments(prompt) : quoteFirstSource(prompt)
  return {
    id: 'fake',
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }
}

/** What the first source of a prompt says last, with its number. */
export function quoteFirstSource(prompt: string): string {
  const source = /\[1\][^\n]*\n([\s\S]*?)(?:\n\n\[2\]|\n\nQuestion:)/.exec(prompt)?.[1] ?? 'Nothing'
  const lines = source.split('\n').filter((line) => line !== '' && !/^<\/?source/.test(line))
  return `${lines.at(-1)} [1]`
}

/** A score for each numbered document of a prompt: how many words of the question it holds. */
export function scoreDocuments(prompt: string): string {
  const [question = '', ...documents] = prompt.split(/\[\d+\]\n(?=<document>)/)
  const words = new Set(question.toLowerCase().match(/\p{L}{4,}/gu))
  const scores = documents.map((text, index) => {
    const held = [...words].filter((word) => text.toLowerCase().includes(word))
    return [index + 1, Math.min(10, held.length)]
  })
  return JSON.stringify(Object.fromEntries(scores))
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
