import type { Reader } from './reader.js'
import { asciiHead, readText } from './text.js'

/** LaTeX: text that may declare its encoding by the package `inputenc` or an editor's magic comment. */
export const latexReader: Reader = {
  read: (bytes, source) => readText(bytes, source, declaredEncoding(asciiHead(bytes, 1 << 14))),
}

/** Names of `inputenc` that the Encoding Standard does not know. */
const INPUTENC: Record<string, string> = {
  latin2: 'iso-8859-2',
  latin3: 'iso-8859-3',
  latin4: 'iso-8859-4',
  latin9: 'iso-8859-15',
  latin10: 'iso-8859-16',
  ansinew: 'windows-1252',
  cp1250: 'windows-1250',
  applemac: 'macintosh',
}

function declaredEncoding(head: string): string | undefined {
  const inPackage = /^[^%\n]{0,200}?\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}/m.exec(head)?.[1]
  const declared = inPackage ?? /^%\s*!TEX\s+encoding\s*=\s*([\w-]+)/im.exec(head)?.[1]
  return declared === undefined ? undefined : (INPUTENC[declared.toLowerCase()] ?? declared)
}
