/** Shorter strings are placeholders ("ollama", "none"), not secrets; removing them would garble every message. */
const SHORTEST_SECRET = 8

/**
 * Makes a function that takes secrets out of text: as they are, and as they look in a URL, in JSON and in base64.
 *
 * @param secrets keys and header values that must never be shown
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>()
  for (const secret of secrets) {
    for (const form of [secret, secret.trim()]) {
      if (form.length < SHORTEST_SECRET) continue
      forms.add(form)
      forms.add(encodeURIComponent(form.toWellFormed()))
      forms.add(JSON.stringify(form).slice(1, -1))
      forms.add(base64(form))
    }
  }
  // The longest first: a form may be part of another.
  const ordered = [...forms].sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((result, form) => result.replaceAll(form, '[redacted]'), text)
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, '')
}

/** Text of a stranger made fit for a message: one line, no control characters, at most `most` characters. */
export function oneLine(text: string, most = 300): string {
  const flat = text
    .slice(0, most * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return flat.length > most ? `${flat.slice(0, most).toWellFormed()}...` : flat
}

/**
 * A copy of an error that is safe to keep as `cause`: name, message and system code, without the secrets and without
 * whatever else hangs on it (requests with their headers, for one).
 */
export function safeCause(error: unknown, redact: (text: string) => string): Error {
  const copy = new Error(oneLine(redact(describeError(error))))
  copy.name = error instanceof Error ? error.name : 'Error'
  // The stack would show this line, which explains nothing.
  copy.stack = `${copy.name}: ${copy.message}`
  return copy
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error.cause as { code?: unknown; message?: unknown } | undefined
  const reason = inner?.code ?? inner?.message
  return typeof reason === 'string' ? `${error.message} (${reason})` : error.message
}
