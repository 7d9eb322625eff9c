import type { ContextPart } from '../core/index.js'

/** Context as one line, outermost first: what is embedded before a chunk's text and shown to models that read it. */
export function renderContext(context: readonly ContextPart[]): string {
  return context.map((part) => part.text).join(' > ')
}
