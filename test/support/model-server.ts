import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server saw it. */
export interface SeenRequest {
  path: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
  /** Milliseconds since the server started. */
  at: number
}

/** What a test wants answered: JSON by default, or whatever `raw` does with the connection. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  /** Server-sent events, one a string of data; the connection is cut instead of closed where `cut` is set. */
  events?: string[]
  cut?: boolean
  delayMs?: number
  raw?: (response: ServerResponse) => void
}

export interface ModelServer {
  url: string
  requests: SeenRequest[]
  /** Requests that are being answered right now, and the most there ever were. */
  active: number
  mostActive: number
  [Symbol.asyncDispose](): Promise<void>
}

/** A local server that answers each request as the test says. */
export async function modelServer(answer: (request: SeenRequest, count: number) => Answer): Promise<ModelServer> {
  const began = performance.now()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const text = Buffer.concat(pieces).toString()
      const { url = '', headers } = request
      const seen = {
        path: url,
        headers,
        body: text === '' ? undefined : JSON.parse(text),
        at: performance.now() - began,
      }
      result.requests.push(seen)
      result.active++
      result.mostActive = Math.max(result.mostActive, result.active)
      response.on('close', () => result.active--)
      const reply = answer(seen, result.requests.length)
      if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs))
      send(response, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const result: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    active: 0,
    mostActive: 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return result
}

function send(response: ServerResponse, reply: Answer): void {
  if (reply.raw) {
    reply.raw(response)
    return
  }
  if (reply.events) {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers })
    for (const data of reply.events) response.write(`data: ${data}\n\n`)
    if (reply.cut) response.destroy()
    else response.end()
    return
  }
  const text = reply.text ?? JSON.stringify(reply.json)
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
  response.end(text)
}

/** An answer in OpenAI's format: vectors that tell which text they belong to. */
export function embeddings(request: SeenRequest, dimensions = 4): Answer {
  const inputs: string[] = request.body.input
  const data = inputs.map((text, index) => ({ index, embedding: vectorOf(text, dimensions) }))
  return { json: { data, usage: { prompt_tokens: inputs.length * 10 } } }
}

/** A vector that differs from text to text, of unit length. */
export function vectorOf(text: string, dimensions = 4): number[] {
  const vector = Array.from({ length: dimensions }, (_, i) => 1 + ((text.charCodeAt(i % text.length) * (i + 7)) % 13))
  for (let i = 0; i < text.length; i++) vector[i % dimensions]! += text.charCodeAt(i) / 50
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
