import type { Span } from '../../../core/index.js'

const TAG = /<!--[\s\S]*?-->|<(\/?)[A-Za-z][^<>]*>|<>|<(\/)>/g
const CONTENT = /<(?:img|picture|video|audio|source|iframe|embed|object|svg|input|br|hr)\b/i
/** No bare tag that only leads over to something is longer. */
const LONGEST = 600

/**
 * What HTML without any text of its own is for: `before` for comments, anchors and opening tags, which belong to what
 * follows, `after` where more is closed than opened. Undefined for HTML that shows something.
 */
export function bareHtml(text: string, { start, end }: Span): 'before' | 'after' | undefined {
  if (end - start > LONGEST || !text.slice(start, end).trimStart().startsWith('<')) return undefined
  const html = text.slice(start, end)
  if (CONTENT.test(html)) return undefined
  let balance = 0
  const rest = html.replace(TAG, (tag, slash: string | undefined, bareSlash: string | undefined) => {
    if (slash === '/' || bareSlash === '/') balance--
    else if (!tag.startsWith('<!--') && !tag.endsWith('/>')) balance++
    return ''
  })
  if (/[^\s>]/.test(rest)) return undefined
  return balance < 0 ? 'after' : 'before'
}
