/** Shorter strings are placeholders ("ollama", "none"), not secrets; removing them would garble every message. */
const SHORTEST_SECRET = 8
/** Written where a server wants any key at all, by the manuals of those servers. */
const PLACEHOLDERS = new Set(
  [
    'lm-studio',
    'not-needed',
    'no-key-required',
    'sk-no-key-required',
    'not-required',
    'your-api-key',
    'your_api_key',
  ].concat(['dummy-key', 'fake-key', 'placeholder', 'anything', 'token-abc123', 'localhost', 'no-api-key']),
)

/**
 * Makes a function that takes secrets out of text: as they are, and as they look in a URL, in JSON and in base64.
 *
 * @param secrets keys and header values that must never be shown; the scheme of `Bearer x` is no part of it
 * @param shortest secrets of fewer characters are left where they are; default 8
 */
export function createRedactor(
  secrets: readonly string[],
  shortest: number = SHORTEST_SECRET,
): (text: string) => string {
  const forms = new Set<string>()
  for (const secret of secrets) {
    for (const form of [secret, secret.trim(), secret.replace(/^\s*(?:Bearer|Basic)\s+/i, '')]) {
      if (form.length < shortest || PLACEHOLDERS.has(form)) continue
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

const PASSWORD_IN_URL = /(\/\/)[^\s/?#@]*@/g
/** Beginnings by which the keys of the usual services are known, bearer tokens, and long runs that only chance makes. */
const LIKE_A_KEY =
  /(?<![a-z\d])(?:(?:sk|pk|gsk|xai|hf|jina|pa|nvapi)[-_](?=[a-z_-]*\d)[\w-]{8,}|AIza[\w-]{20,}|bearer\s+[\w.~+/=-]{8,}|(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{20,})/gi

/** Takes out of a text what looks like a key or a password, for text of code whose keys are not known. */
export function redactStranger(text: string): string {
  return text.replace(PASSWORD_IN_URL, '$1[redacted]@').replace(LIKE_A_KEY, '[redacted]')
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
