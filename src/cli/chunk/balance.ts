/** A fence with what may stand before it on its line: quotes and list items. */
const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/
/** Fences stand at the beginning of a line; the rest of a long one is not looked at. */
const LOOKED_AT = 400
/** Indented more than this against its beginning, a fence is content. */
const MOST_INDENT = 3

/** Code fences of a Markdown text that do not end: 0 or 1. */
export function openFences(text: string): number {
  let open: { fence: string; indent: number } | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, before, fence, rest] = FENCE.exec(line.slice(0, LOOKED_AT)) ?? []
    if (before === undefined || fence === undefined || rest === undefined) continue
    if (!open) {
      if (fence[0] === '~' || !rest.includes('`')) open = { fence, indent: before.length }
    } else if (fence.startsWith(open.fence) && rest.trim() === '' && before.length <= open.indent + MOST_INDENT) {
      open = undefined
    }
  }
  return open ? 1 : 0
}

/** Comments and escaped percent signs are matched so that nothing in them is. */
const ENVIRONMENT = /\\[\\%]|%.*|\\(begin|end)[ \t]*\{([^{}\n]*)\}/g
const VERBATIM = /^(?:verbatim|Verbatim|lstlisting|minted|comment|filecontents)\*?$/

/** Environments of a LaTeX text that begin without an end, and that end without a beginning. */
export function openEnvironments(text: string): number {
  const balance = new Balance()
  ENVIRONMENT.lastIndex = 0
  for (let match = ENVIRONMENT.exec(text); match; match = ENVIRONMENT.exec(text)) {
    const [, word, name] = match
    // That of the whole document is there for the preamble's sake: no chunk is expected to repeat it.
    if (name === undefined || name === 'document') continue
    if (word === 'end') balance.close(name)
    else balance.open(name)
    if (word === 'end' || !VERBATIM.test(name)) continue
    const end = text.indexOf(`\\end{${name}}`, ENVIRONMENT.lastIndex)
    if (end < 0) break
    ENVIRONMENT.lastIndex = end
  }
  return balance.unmatched
}

const TAG = /<!--|<(\/?)([a-z][a-z0-9-]*)[^<>]*>/gi
/** Elements without an end tag, and those whose end tag may be left out. */
const NEED_NO_END = new Set(
  (
    'area base br col embed hr img input link meta source track wbr ' +
    'html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup rt rp'
  ).split(' '),
)
const RAW = new Set(['script', 'style', 'textarea', 'title'])

/** Elements of an HTML text that begin without an end tag though they need one, and end tags without a beginning. */
export function openTags(text: string): number {
  const lowerCase = text.toLowerCase()
  const balance = new Balance()
  TAG.lastIndex = 0
  for (let match = TAG.exec(lowerCase); match; match = TAG.exec(lowerCase)) {
    const [tag, slash, name] = match
    if (name === undefined) {
      if (!jumpTo('-->')) break
      continue
    }
    if (NEED_NO_END.has(name) || tag.endsWith('/>')) continue
    if (slash === '/') balance.close(name)
    else balance.open(name)
    if (slash !== '/' && RAW.has(name) && !jumpTo(`</${name}`)) break
  }
  return balance.unmatched

  function jumpTo(what: string): boolean {
    const at = lowerCase.indexOf(what, TAG.lastIndex)
    if (at >= 0) TAG.lastIndex = at
    return at >= 0
  }
}

/** Beginnings and ends by name. */
class Balance {
  readonly #open = new Map<string, number>()
  #endsOnly = 0

  open(name: string): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
  }

  close(name: string): void {
    const open = this.#open.get(name) ?? 0
    if (open > 0) this.#open.set(name, open - 1)
    else this.#endsOnly++
  }

  get unmatched(): number {
    return [...this.#open.values()].reduce((sum, open) => sum + open, this.#endsOnly)
  }
}
