/** Names of headers and of query parameters whose values are secrets. `code` is that of Azure Functions. */
const SECRET_NAME = /auth|key|token|secret|passw|credential|cookie|signature|session|^(?:code|sig)$/i
/** Keys are made by chance; words, dates and versions hold no such run. */
const KEY_LIKE = /(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{20,}/i

/** Whether the value of a header or query parameter must not be shown, by its name or by its look. */
export function holdsSecret(name: string, value: string): boolean {
  return SECRET_NAME.test(name) || KEY_LIKE.test(value)
}
