import type { Place } from '../core/search.js'
import { displayUri, safe } from './output.js'

/** `docs/guide.md:12-18  Guide > Install`: clickable in most terminals. */
export function placeLine(uri: string, place: Place): string {
  const [first, last] = place.lines
  const lines = first === last ? `${first}` : `${first}-${last}`
  const heading = place.heading ? `  ${safe(place.heading.join(' > ')).replace(/\s+/g, ' ')}` : ''
  return `${displayUri(uri)}:${lines}${heading}`
}
