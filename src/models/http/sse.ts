/** One server-sent event. */
export interface ServerSentEvent {
  /** `message` unless the server names it. */
  event: string
  data: string
}

/**
 * Reads server-sent events (WHATWG HTML, section 9.2.6). Comments are skipped. An event that the end of the stream
 * leaves without its blank line is given all the same, since some servers end that way.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let event = ''
  let data: string[] = []
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data.push(value)
    if (field === 'event') event = value
  }
  if (data.length > 0) yield { event: event || 'message', data: data.join('\n') }
}

/** Lines that end with LF, CRLF or CR. Pieces of an unfinished line are only joined once, so a slow drip stays linear. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let unfinished: string[] = []
  let afterCarriageReturn = false
  for await (const bytes of chunks) {
    let text = decoder.decode(bytes, { stream: true })
    if (text === '') continue
    const endsLine = text.endsWith('\r')
    if (afterCarriageReturn && text.startsWith('\n')) text = text.slice(1)
    afterCarriageReturn = endsLine
    if (text === '') continue
    const lines = text.split(/\r\n|\n|\r/)
    const last = lines.pop()!
    for (const line of lines) {
      unfinished.push(line)
      yield unfinished.join('')
      unfinished = []
    }
    if (last !== '') unfinished.push(last)
  }
  if (unfinished.length > 0) yield unfinished.join('')
}
