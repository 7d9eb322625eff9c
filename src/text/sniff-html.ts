/** Whether a text is a web page: it opens with a document type, or with an element that only pages have. */
export function opensHtmlPage(markup: string): boolean {
  return /^<(?:!doctype\s+html\b|(?:html|head|body)[\s>])/i.test(markup)
}

/**
 * Whether a text is a piece of HTML: it begins with an element, and another tag follows where prose would have words.
 *
 * @param markup without comments before it
 */
export function looksLikeHtml(markup: string): boolean {
  const first = BLOCK_TAG.exec(markup)
  if (!first) return INLINE_TAG.test(markup) && FURTHER_TAG.test(markup.slice(1))
  const rest = markup.slice(first[0].length)
  if (/^\s*<(?:[a-z][a-z\d]*[\s>/]|!--)/i.test(rest)) return ANY_TAG.test(rest)
  // "<p> and <div> are tags" speaks of tags; a block's own text stands right behind its tag or on the next line.
  if (/^[ \t]/.test(rest)) return false
  const closing = new RegExp(`</${first[1]}\\s*>`, 'i')
  return closing.test(rest) || (VOID.test(first[1]!) && ANY_TAG.test(rest))
}

/** A text from its first unit that is neither white space nor in a comment of HTML. */
export function skipHtmlComments(text: string): string {
  let at = skipSpace(text, 0)
  while (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4)
    if (end < 0) break
    at = skipSpace(text, end + 3)
  }
  return text.slice(at)
}

/** A piece of HTML without what is not marked up: scripts, styles, and preformatted text. */
export function withoutRawElements(markup: string): string {
  return markup.replace(/<(pre|script|style|textarea)(?=[\s>])[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
}

function skipSpace(text: string, from: number): number {
  const space = /[\s\ufeff]*/y
  space.lastIndex = from
  space.test(text)
  return space.lastIndex
}

const BLOCK_TAG =
  /^<(address|article|aside|base|blockquote|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|li|link|main|meta|nav|noscript|ol|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|title|tr|ul|video)(?:\s[^<>]*)?>/i
const VOID = /^(?:base|hr|link|meta)$/i
const INLINE_TAG = /^<(?:a|abbr|b|big|br|button|cite|em|font|i|img|input|label|small|span|strong|u)(?:\s[^<>]*)?>/i
const ANY_TAG =
  /<\/?(?:a|article|b|blockquote|body|br|button|code|dd|div|dt|em|figure|footer|form|h[1-6]|header|i|img|input|label|li|link|main|meta|nav|ol|p|pre|script|section|span|strong|style|summary|table|tbody|td|th|thead|title|tr|ul)[\s>/]/i
/** What stands beside a piece that opens with words or a picture: a block, a break, a link. */
const FURTHER_TAG = /<(?:br|div|h[1-6]|hr|img|li|ol|p|table|td|tr|ul)(?:\s[^<>]*)?\/?>|<a\s+[^<>]*href=/i
