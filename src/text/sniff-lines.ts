/** The beginning of a text, as far as its format is judged by it. */
export interface SniffedLines {
  /** Lines outside fenced code: what a fence holds says nothing of the text around it. */
  lines: readonly string[]
  /** Whether a fence was opened and closed again. */
  hasFence: boolean
}

/** Parts the beginning of a text into lines, and leaves out fenced code. One that never closes reaches to the end. */
export function sniffLines(head: string): SniffedLines {
  const lines: string[] = []
  let hasFence = false
  let open = ''
  let before = ''
  for (const line of head.split(/\r\n|\n|\r/)) {
    const fence = isUnderline(line, before) ? undefined : /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    before = line
    if (open === '') {
      if (fence === undefined) lines.push(line)
      else open = fence
    } else if (fence?.startsWith(open) && line.trim() === fence) {
      open = ''
      hasFence = true
    }
  }
  return { lines, hasFence }
}

/** In reStructuredText `~~~~` underlines a heading no longer than itself. */
function isUnderline(line: string, before: string): boolean {
  return /^~{4,}[ \t]*$/.test(line) && before.trim() !== '' && before.length <= line.length
}

/** Lines outside LaTeX's environments: `#` begins a comment in many a listing. */
export function outsideEnvironments(lines: readonly string[]): string[] {
  let depth = 0
  return lines.filter((line) => {
    const before = depth
    for (const [, end] of line.matchAll(/\\(?:begin|(end))\{/g)) depth = Math.max(0, depth + (end ? -1 : 1))
    return before === 0 && depth === 0
  })
}

/** Whether a text opens with a program's comment, or a quarter of its lines are a program's, a configuration's or a log's. */
export function isProgram(lines: readonly string[]): boolean {
  if (/^\s*(?:\/[/*]|"""|;;|\(\*)/.test(lines[0] ?? '')) return true
  // Deep indents are code in Markdown as well, and `# ` lines are what is in question.
  const telling = lines.filter((line) => /^ {0,3}(?!#+(?:[ \t]|$))\S/.test(line) && !MODULE_LINE.test(line))
  return telling.filter((line) => PROGRAM_LINE.test(line)).length * 4 > telling.length
}

/** What stands at the beginning of MDX as well. */
const MODULE_LINE = /^(?:import\b.*["'];?|export (?:async|class|const|default|function|let|[*{]).*)$/

const PROGRAM_LINE = new RegExp(
  [
    // The end of a statement, the border of a block, a line continued.
    '[;{}\\\\][ \\t]*$',
    '^[ \\t]*[)\\]}"\']+[,;]?$',
    // A definition, a statement, an instruction.
    '^[ \\t]*(?:async|class|const|def|elif|else|export|fi|for|from|function|if|import|let|local|return|try|var|while|with)\\b.*[:;({)\'"\\w]$',
    '^(?:ARG|CMD|COPY|ENV|EXPOSE|FROM|RUN|WORKDIR)\\s',
    '^[ \\t]*(?:@\\w|//|/\\*|\\*/|--\\s)',
    // An assignment, a call, a field, a section of settings.
    '^[ \\t]*[\\w.$\\[\\]"\'-]+[ \\t]*(?::=|<-|[-+|?]?=(?!=))',
    '^[ \\t]*[\\w.$]+\\(.*\\)?[,;:]?$',
    '^[ \\t]*["\']?[a-z_][\\w.-]*["\']?:(?:[ \\t]|$)',
    '^[ \\t]*- ["\']?[a-z_][\\w.-]*["\']?:(?:[ \\t]+\\S+)?$',
    '^#(?:define|endif|if|ifdef|ifndef|include|pragma)\\b',
    '^\\[[\\w.:" -]+\\]$',
    // A time of day or a date with one.
    '^\\[?(?:\\d{4}-\\d\\d-\\d\\d[T ])?\\d\\d:\\d\\d',
    '^[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:',
  ].join('|'),
)
