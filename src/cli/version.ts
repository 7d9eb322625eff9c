import { readFileSync } from 'node:fs'

// `src/cli` and the chunks of `dist` lie equally deep in the package.
/** Version of this package. */
export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
