import type { Reader } from './reader.js'
import { asciiHead, readText } from './text.js'

/** HTML and XML: text that may declare its encoding in a `meta` element or an XML declaration. */
export const htmlReader: Reader = {
  read: (bytes, source) => readText(bytes, source, declaredEncoding(asciiHead(bytes, 4096))),
}

function declaredEncoding(head: string): string | undefined {
  const inXml = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  return inXml ?? /<meta\s[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1]
}
