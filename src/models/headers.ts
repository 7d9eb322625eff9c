import { invalidOption, type ModelName, TesseraError } from '../core/index.js'
import { holdsSecret, redactStranger } from './http/index.js'
import { firstOf, textOption } from './options.js'
import type { ServerDeclaration } from './provider.js'

/** A name in RFC 9110, section 5.1. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
/** What `fetch` sends in a value: bytes, of which none ends the line. */
const HEADER_VALUE = /^[^\0\r\n\u0100-\uffff]*$/

/**
 * What is sent with every request to a server, and which parts of it must never be shown: the key, and headers of the
 * caller that hold a secret by their name or look.
 *
 * @throws TesseraError `INVALID_OPTION` for what no request can carry, `MISSING_API_KEY`
 */
export function readHeaders(
  spec: ModelName,
  server: ServerDeclaration,
  provider: string,
  env: Readonly<Record<string, string | undefined>>,
  atHome: boolean,
): { headers: Record<string, string>; secrets: string[] } {
  const extra = extraHeaders(spec)
  const secrets = Object.entries(extra)
    .filter(([name, value]) => holdsSecret(name, value))
    .map(([, value]) => value)
  const headers: Record<string, string> = { ...server.headers, ...extra }
  const named = textOption(spec, 'apiKeyEnv')
  const variables = named === undefined ? server.apiKeyEnv : [named]
  const key = textOption(spec, 'apiKey')?.trim() || firstOf(env, variables)
  if (key !== undefined) {
    const name = checkedName('keyHeader', textOption(spec, 'keyHeader') ?? server.keyHeader)
    if (!HEADER_VALUE.test(key)) throw unsendable('apiKey')
    headers[name] = name.toLowerCase() === 'authorization' ? `Bearer ${key}` : key
    return { headers, secrets: [...secrets, key] }
  }
  if (named === undefined && (!server.keyRequired || !atHome)) return { headers, secrets }
  const message = `${provider} needs an API key: set ${variables.join(' or ')}, or give apiKey.`
  throw new TesseraError('MISSING_API_KEY', message, { provider, environment: [...variables] })
}

/** Values may be secrets, so messages name the header only. */
function extraHeaders(spec: ModelName): Record<string, string> {
  const given = spec['headers']
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidOption('headers', typeof given, 'an object of strings')
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    checkedName('headers', name)
    if (typeof value !== 'string') throw invalidOption(`headers.${name}`, typeof value, 'a string')
    if (!HEADER_VALUE.test(value.trim())) throw unsendable(`headers.${name}`)
    headers[name.toLowerCase()] = value.trim()
  }
  return headers
}

function checkedName(option: string, name: string): string {
  if (HEADER_NAME.test(name)) return name
  throw invalidOption(option, redactStranger(name), 'a name that HTTP allows for a header')
}

function unsendable(option: string): TesseraError {
  const expected = 'text that can be sent in a header: one line of Latin-1 characters (no typographic quotes)'
  return invalidOption(option, 'text with others', expected)
}
