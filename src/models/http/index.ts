export { type Fetch, HttpClient } from './client.js'
export { httpFailure } from './failure.js'
export { safeCause } from './redact.js'
export { asArray, asCount, asObject, asString, dig, inOrder } from './shapes.js'
