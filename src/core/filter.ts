import { nearestNames, TesseraError } from './errors.js'
import { compilePath, MAX_PATH_DEPTH } from './filter-path.js'
import type { Filter } from './storage.js'
import type { Json, Metadata } from './text.js'

/** Deepest nesting of `$and`, `$or` and `$not`; deeper filters are refused, so that no input can exhaust the stack. */
export const MAX_FILTER_DEPTH = 64

/** Says of metadata whether it passes. */
export type FilterPredicate = (metadata: Metadata) => boolean

/**
 * Turns a filter into a function over metadata. No filter and `{}` let everything pass; several keys must all hold.
 *
 * - `{ field: value }` and `$eq`: equal, or a list that holds the value. `null` also equals a missing field.
 * - `$ne`, `$nin`, `$not`: exactly what `$eq`, `$in` and the negated condition refuse; a missing field passes.
 * - `$gt $gte $lt $lte`: numbers with numbers, strings with strings by UTF-16 unit, which orders ISO dates; a list passes
 *   when one of its values does, a value of another type never does.
 * - `$in` with `[]` passes nothing. `$exists` is true for a field that is there, `null` included.
 * - `$contains`: a string holds the string (case counts), a list holds the value.
 * - `$and`, `$or`: lists of filters; `$not`: a filter, or under a field a condition.
 * - `a.b` reads `b` inside `a`, of each value where `a` is a list; a key that itself has the dot, the longest first, wins.
 *
 * @throws TesseraError `INVALID_FILTER` with `path`, `operator` and `expected` in its details, for anything else
 * @example compileFilter({ lang: 'en', year: { $gte: 2020 } })({ lang: 'en', year: 2024 }) // true
 */
export function compileFilter(filter: Filter | undefined): FilterPredicate {
  if (filter === undefined) return () => true
  return compileGroup(filter, '', 0)
}

/** Checks a filter without using it. @throws TesseraError `INVALID_FILTER` as {@link compileFilter} does */
export function validateFilter(filter: unknown): asserts filter is Filter | undefined {
  compileFilter(filter as Filter | undefined)
}

type Scalar = string | number | boolean | null
/** Of the values found at a path: none when the field is missing, several where the path leads through lists. */
type Condition = (values: readonly Json[]) => boolean

const GROUP_OPERATORS = ['$and', '$or', '$not']

const FIELD_OPERATORS: Record<string, (operand: unknown, at: Place) => Condition> = {
  $eq: (operand, at) => equals(scalar(operand, at)),
  $ne: (operand, at) => not(equals(scalar(operand, at))),
  $gt: (operand, at) => compares(orderable(operand, at), (value, bound) => value > bound),
  $gte: (operand, at) => compares(orderable(operand, at), (value, bound) => value >= bound),
  $lt: (operand, at) => compares(orderable(operand, at), (value, bound) => value < bound),
  $lte: (operand, at) => compares(orderable(operand, at), (value, bound) => value <= bound),
  $in: (operand, at) => isOneOf(scalars(operand, at)),
  $nin: (operand, at) => not(isOneOf(scalars(operand, at))),
  $exists: (operand, at) => {
    if (typeof operand !== 'boolean') throw invalid(at, operand, 'true or false')
    return (values) => values.length > 0 === operand
  },
  $contains: (operand, at) => contains(scalar(operand, at)),
}

const RANGE_OPERATORS = ['$gt', '$gte', '$lt', '$lte']

/** Where in the filter something stands, for errors. */
interface Place {
  path: string
  operator?: string | undefined
}

function compileGroup(filter: unknown, path: string, depth: number): FilterPredicate {
  if (!isPlainObject(filter)) throw invalid({ path }, filter, 'an object such as { field: value }')
  refuseDepth(path, depth)
  const parts = Object.entries(filter).map(([key, value]) => compileMember(key, value, path, depth))
  return all(parts)
}

function compileMember(key: string, value: unknown, path: string, depth: number): FilterPredicate {
  const here = path === '' ? key : `${path}.${key}`
  if (!key.startsWith('$')) return compileField(key, value, here, depth)
  if (key === '$not') {
    const inner = compileGroup(value, here, depth + 1)
    return (metadata) => !inner(metadata)
  }
  if (key !== '$and' && key !== '$or') throw unknownOperator(key, path, GROUP_OPERATORS)
  if (!Array.isArray(value) || value.length === 0) {
    throw invalid({ path, operator: key }, value, 'a list of at least one filter')
  }
  // Array.from, so that the holes of a sparse list are seen and refused.
  const parts = Array.from(value, (part, index) => compileGroup(part, `${here}[${index}]`, depth + 1))
  return key === '$and' ? all(parts) : (metadata) => parts.some((part) => part(metadata))
}

function compileField(field: string, condition: unknown, path: string, depth: number): FilterPredicate {
  const read = compilePath(field)
  if (!read) throw invalid({ path: path.slice(0, 80) }, field, `a path of at most ${MAX_PATH_DEPTH} keys`)
  const holds = compileCondition(condition, path, depth)
  return (metadata) => holds(read(metadata))
}

function all(parts: FilterPredicate[]): FilterPredicate {
  return parts.length === 1 ? parts[0]! : (metadata) => parts.every((part) => part(metadata))
}

function compileCondition(condition: unknown, path: string, depth: number): Condition {
  if (!isPlainObject(condition)) return equals(scalar(condition, { path }))
  refuseDepth(path, depth)
  const entries = Object.entries(condition)
  if (entries.length === 0) throw invalid({ path }, condition, `a value or operators (${fieldOperatorNames()})`)
  const parts = entries.map(([operator, operand]) => {
    if (operator === '$not') return compileNegation(operand, path, depth)
    const compile = Object.hasOwn(FIELD_OPERATORS, operator) ? FIELD_OPERATORS[operator] : undefined
    if (!compile) throw unknownOperator(operator, path, [...Object.keys(FIELD_OPERATORS), '$not'])
    return compile(operand, { path, operator })
  })
  refuseMixedRange(condition, path)
  return parts.length === 1 ? parts[0]! : (values) => parts.every((part) => part(values))
}

function compileNegation(operand: unknown, path: string, depth: number): Condition {
  if (!isPlainObject(operand)) {
    throw invalid({ path, operator: '$not' }, operand, 'a condition such as { $gt: 5 }; for one value use $ne')
  }
  return not(compileCondition(operand, `${path}.$not`, depth + 1))
}

function refuseDepth(path: string, depth: number): void {
  if (depth <= MAX_FILTER_DEPTH) return
  throw new TesseraError('INVALID_FILTER', `The filter is nested deeper than ${MAX_FILTER_DEPTH} levels.`, {
    path: path.slice(0, 80),
    expected: `at most ${MAX_FILTER_DEPTH} levels`,
  })
}

/** `{ $gt: 1, $lt: 'b' }` can never hold, so it is a mistake. */
function refuseMixedRange(condition: Record<string, unknown>, path: string): void {
  const bounds = RANGE_OPERATORS.filter((operator) => Object.hasOwn(condition, operator))
  const other = bounds.find((operator) => typeof condition[operator] !== typeof condition[bounds[0]!])
  if (other === undefined) return
  throw invalid({ path, operator: other }, condition[other], `a ${typeof condition[bounds[0]!]} like ${bounds[0]}`)
}

function equals(wanted: Scalar): Condition {
  if (wanted === null) {
    return (values) => values.length === 0 || values.some((value) => value === null || isListWith(value, null))
  }
  return (values) => values.some((value) => value === wanted || isListWith(value, wanted))
}

function isOneOf(wanted: Scalar[]): Condition {
  const set = new Set<Json>(wanted)
  const missingPasses = set.has(null)
  return (values) =>
    values.length === 0
      ? missingPasses
      : values.some((value) => (Array.isArray(value) ? value.some((item) => set.has(item)) : set.has(value)))
}

function compares<T extends string | number>(bound: T, holds: (value: T, bound: T) => boolean): Condition {
  const passes = (value: Json) => typeof value === typeof bound && holds(value as T, bound)
  return (values) => values.some((value) => (Array.isArray(value) ? value.some(passes) : passes(value)))
}

function contains(wanted: Scalar): Condition {
  return (values) =>
    values.some((value) =>
      typeof value === 'string' ? typeof wanted === 'string' && value.includes(wanted) : isListWith(value, wanted),
    )
}

function isListWith(value: Json, wanted: Scalar): boolean {
  return Array.isArray(value) && value.includes(wanted)
}

function not(condition: Condition): Condition {
  return (values) => !condition(values)
}

function scalar(value: unknown, at: Place): Scalar {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) throw invalid(at, value, 'a single value; for one of several use { $in: [...] }')
  if (value instanceof Date) throw invalid(at, value, 'an ISO string, as date.toISOString() gives')
  throw invalid(at, value, 'a string, a finite number, true, false or null')
}

function scalars(value: unknown, at: Place): Scalar[] {
  if (!Array.isArray(value)) throw invalid(at, value, 'a list of values')
  return Array.from(value, (item, index) => scalar(item, { ...at, path: `${at.path}.${at.operator}[${index}]` }))
}

function orderable(value: unknown, at: Place): string | number {
  if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (value instanceof Date) throw invalid(at, value, 'an ISO string, as date.toISOString() gives')
  throw invalid(at, value, 'a finite number or a string')
}

/** Maps, dates and lists are not objects with fields. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}

function fieldOperatorNames(): string {
  return [...Object.keys(FIELD_OPERATORS), '$not'].join(', ')
}

function unknownOperator(operator: string, path: string, known: string[]): TesseraError {
  const where = path === '' ? 'at the top of the filter' : `at "${path}"`
  const near = nearestNames(operator, known)
  const hint = near.length > 0 ? ` Did you mean "${near[0]}"?` : misplacedHint(operator, path)
  return new TesseraError(
    'INVALID_FILTER',
    `Unknown filter operator "${operator}" ${where}.${hint} Known there: ${known.join(', ')}.`,
    {
      path,
      operator,
      expected: known,
    },
  )
}

function misplacedHint(operator: string, path: string): string {
  if (Object.hasOwn(FIELD_OPERATORS, operator)) return ` It belongs under a field: { field: { ${operator}: ... } }.`
  if (GROUP_OPERATORS.includes(operator)) return ` It combines whole filters: { ${operator}: [{ field: ... }, ...] }.`
  return operator.startsWith('$') ? '' : ` For a nested field use a dotted path: "${path}.${operator}".`
}

function invalid(at: Place, given: unknown, expected: string): TesseraError {
  const where = [at.path === '' ? undefined : `at "${at.path}"`, at.operator].filter((part) => part !== undefined)
  const shown = describe(given)
  return new TesseraError(
    'INVALID_FILTER',
    `Filter ${where.length > 0 ? `${where.join(' ')} ` : ''}must be ${expected}; it was ${shown}.`,
    { path: at.path, operator: at.operator, given: shown, expected },
  )
}

function describe(value: unknown): string {
  if (value === undefined || typeof value === 'number' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  try {
    return JSON.stringify(value)?.slice(0, 80) ?? typeof value
  } catch {
    return typeof value
  }
}
