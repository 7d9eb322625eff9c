export { type Fetch, HttpClient } from './client.js'
export { createRedactor, oneLine, safeCause } from './redact.js'
export { asArray, asCount, asObject, asString, dig, inOrder } from './shapes.js'
