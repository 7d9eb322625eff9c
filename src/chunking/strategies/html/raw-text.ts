/** Where the end tag of an element begins that holds text only; at the end of the source if there is none. */
export function rawTextEnd(source: string, from: number, name: string, xhtml: boolean): number {
  return name === 'script' ? scriptEnd(source, from, xhtml) : endTagFrom(source, from, name)
}

const CDATA = '<![CDATA['
const SCRIPT_END = /<(?:\/script[\t\n\f\r />]|!--|!\[CDATA\[)/gi
const ESCAPED_SCRIPT = /-->|<\/?script[\t\n\f\r />]/gi

/**
 * Where the end tag of a script begins. After `<!--`, a script may hold `<script>` and its end tag (the standard's "script
 * data double escaped state"); in XHTML, its text may be a CDATA section.
 */
function scriptEnd(source: string, from: number, xhtml: boolean): number {
  for (let at = from; at < source.length; ) {
    SCRIPT_END.lastIndex = at
    const found = SCRIPT_END.exec(source)
    if (!found) break
    const sign = found[0]
    at = found.index + sign.length
    if (sign[1] === '/') return found.index
    if (sign === CDATA && xhtml) at = source.indexOf(']]>', at)
    // The hyphens of `<!-->` begin and end the comment.
    else if (sign === '<!--') at = escapedScriptEnd(source, at - 2)
    if (at < 0) break
  }
  return source.length
}

/** Where the comment in a script ends, or the end tag of the script inside it begins. */
function escapedScriptEnd(source: string, from: number): number {
  let inner = false
  ESCAPED_SCRIPT.lastIndex = from
  for (let found = ESCAPED_SCRIPT.exec(source); found; found = ESCAPED_SCRIPT.exec(source)) {
    if (found[0] === '-->') return found.index + 3
    if (found[0][1] !== '/') inner = true
    else if (inner) inner = false
    else return found.index
  }
  return source.length
}

function endTagFrom(source: string, from: number, name: string): number {
  const endTag = new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi')
  endTag.lastIndex = from
  return endTag.exec(source)?.index ?? source.length
}
