import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An exported name with what the compiler declares of it. */
export interface Declaration {
  name: string
  /** The declaration file it stands in. */
  file: string
  /** Without comments; several for a function with overloads. */
  text: string
  /** Exported as a type, so that no value of it can be used. */
  typeOnly: boolean
  documented: boolean
}

/** Everything a declaration file exports, itself or from other files, by name. */
export function exportsOf(file: string): ReadonlyMap<string, Declaration> {
  const known = cache.get(file)
  if (known) return known
  const found = new Map<string, Declaration>()
  cache.set(file, found)
  const statements = statementsOf(file)
  const local = declarationsIn(file, statements)
  for (const { text } of statements) {
    const { isType, all, names, from } = EXPORTS.exec(text)?.groups ?? {}
    const other = from === undefined ? local : exportsOf(join(dirname(file), from.replace(/\.js$/, '.d.ts')))
    for (const { own, exported, isType: isTypeName } of all ? everything(other) : specifiers(names ?? '')) {
      const declaration = other.get(own)
      if (!declaration) throw new Error(`${file} exports ${own}, which ${from ?? 'it'} does not declare`)
      const typeOnly = declaration.typeOnly || isTypeName || isType !== undefined
      found.set(exported, { ...declaration, typeOnly })
    }
  }
  for (const { name, text } of declared(statements)) if (text.startsWith('export ')) found.set(name, local.get(name)!)
  return found
}

const EXPORTS = /^export (?<isType>type )?(?:(?<all>\*)|\{(?<names>[^}]*)\})(?: from '(?<from>[^']+)')?;$/s
const cache = new Map<string, ReadonlyMap<string, Declaration>>()

interface Statement {
  text: string
  documented: boolean
}

/** The compiler begins statements, and nothing else, at the beginning of a line. */
const BEGINS = /^(?=(?:export|import|declare|interface|type|\/\*\*|\/\/)\b|\/\*\*|\/\/)/m

function statementsOf(file: string): Statement[] {
  const statements: Statement[] = []
  let documented = false
  for (const part of readFileSync(file, 'utf8').split(BEGINS)) {
    const text = withoutComments(part)
    if (text !== '') statements.push({ text, documented })
    documented = text === '' && part.startsWith('/**')
  }
  return statements
}

function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^[ \t]*\n/gm, '')
    .trim()
}

const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(?:class|function|const|let|var|interface|type|enum|namespace) ([\w$]+)/

function declared(statements: readonly Statement[]): (Statement & { name: string })[] {
  return statements.flatMap((statement) => {
    const name = DECLARATION.exec(statement.text)?.[1]
    return name === undefined ? [] : [{ ...statement, name }]
  })
}

function declarationsIn(file: string, statements: readonly Statement[]): Map<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const { name, text, documented } of declared(statements)) {
    const signature = text.replace(/^(?:export )?(?:declare )?/, '')
    const overload = found.get(name)
    found.set(name, {
      name,
      file,
      typeOnly: /^(?:interface|type)\b/.test(signature),
      text: overload ? `${overload.text}\n${signature}` : signature,
      documented: documented || overload?.documented === true,
    })
  }
  return found
}

interface Specifier {
  own: string
  exported: string
  isType: boolean
}

function everything(declarations: ReadonlyMap<string, Declaration>): Specifier[] {
  return [...declarations.keys()].map((name) => ({ own: name, exported: name, isType: false }))
}

/** Of `a, type b as c`. */
function specifiers(list: string): Specifier[] {
  return [...list.matchAll(/(type )?([\w$]+)(?: as ([\w$]+))?/g)].map(([, isType, own, exported]) => ({
    own: own!,
    exported: exported ?? own!,
    isType: isType !== undefined,
  }))
}
