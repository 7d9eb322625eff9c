import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TesseraError } from './errors.js'
import { compileFilter, MAX_FILTER_DEPTH, validateFilter } from './filter.js'
import type { Filter } from './storage.js'
import type { Metadata } from './text.js'

const passes = (filter: unknown, metadata: Metadata) => compileFilter(filter as Filter)(metadata)

function refusal(filter: unknown): TesseraError {
  try {
    validateFilter(filter)
  } catch (error) {
    if (TesseraError.isInstance(error)) return error
    throw error
  }
  throw new Error(`accepted ${JSON.stringify(filter)}`)
}

describe('compileFilter', () => {
  it('lets everything pass without a filter and with an empty one', () => {
    expect(passes(undefined, {})).toBe(true)
    expect(passes({}, { a: 1 })).toBe(true)
  })

  it('asks for every key of a filter', () => {
    expect(passes({ lang: 'en', year: 2024 }, { lang: 'en', year: 2024 })).toBe(true)
    expect(passes({ lang: 'en', year: 2024 }, { lang: 'en', year: 2023 })).toBe(false)
  })

  it.each([
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: 0 }, { a: false }, false],
    [{ a: '' }, {}, false],
    [{ a: 'x' }, { a: ['y', 'x'] }, true],
    [{ a: 'x' }, { a: [['x']] }, false],
    [{ a: null }, { a: null }, true],
    [{ a: null }, {}, true],
    [{ a: null }, { a: 0 }, false],
    [{ a: null }, { a: [1, null] }, true],
    [{ a: { $eq: false } }, { a: false }, true],
  ])('equality: %j on %j is %s', (filter, metadata, expected) => {
    expect(passes(filter, metadata as Metadata)).toBe(expected)
  })

  it.each([
    [{ a: { $ne: 1 } }, { a: 2 }, true],
    [{ a: { $ne: 1 } }, { a: [1, 2] }, false],
    [{ a: { $ne: 1 } }, {}, true],
    [{ a: { $ne: null } }, {}, false],
    [{ a: { $nin: [1, 2] } }, {}, true],
    [{ a: { $nin: [1, 2] } }, { a: 2 }, false],
    [{ a: { $nin: [] } }, { a: 2 }, true],
    [{ a: { $in: [] } }, { a: 2 }, false],
    [{ a: { $in: [1, 'x', null] } }, {}, true],
    [{ a: { $in: [1, 'x'] } }, { a: ['x'] }, true],
  ])('membership and negation: %j on %j is %s', (filter, metadata, expected) => {
    expect(passes(filter, metadata as Metadata)).toBe(expected)
  })

  it.each([
    [{ a: { $gt: 1 } }, { a: 2 }, true],
    [{ a: { $gt: 1 } }, { a: 1 }, false],
    [{ a: { $gte: 1, $lt: 2 } }, { a: 1 }, true],
    [{ a: { $gte: 1, $lt: 2 } }, { a: 2 }, false],
    [{ a: { $gt: 1 } }, { a: '2' }, false],
    [{ a: { $lt: 1 } }, { a: null }, false],
    [{ a: { $lt: 1 } }, {}, false],
    [{ a: { $lte: 5 } }, { a: [9, 5] }, true],
    [{ at: { $gte: '2024-01-01' } }, { at: '2024-03-05T10:00:00Z' }, true],
    [{ at: { $lt: '2024-01-01' } }, { at: '2024-03-05T10:00:00Z' }, false],
  ])('order: %j on %j is %s', (filter, metadata, expected) => {
    expect(passes(filter, metadata as Metadata)).toBe(expected)
  })

  it.each([
    [{ a: { $exists: true } }, { a: null }, true],
    [{ a: { $exists: true } }, {}, false],
    [{ a: { $exists: false } }, {}, true],
    [{ a: { $contains: 'ell' } }, { a: 'hello' }, true],
    [{ a: { $contains: 'ELL' } }, { a: 'hello' }, false],
    [{ a: { $contains: 'x' } }, { a: ['x', 'y'] }, true],
    [{ a: { $contains: 'x' } }, { a: ['xy'] }, false],
    [{ a: { $contains: 1 } }, { a: '1' }, false],
    [{ a: { $contains: 1 } }, { a: [1] }, true],
  ])('presence and containment: %j on %j is %s', (filter, metadata, expected) => {
    expect(passes(filter, metadata as Metadata)).toBe(expected)
  })

  it.each([
    [{ 'a.b': 1 }, { a: { b: 1 } }, true],
    [{ 'a.b': 1 }, { 'a.b': 1, a: { b: 2 } }, true],
    [{ 'a.b': 2 }, { 'a.b': 1, a: { b: 2 } }, false],
    [{ 'a.b.c': 3 }, { a: { 'b.c': 3 } }, true],
    [{ 'a.b': 'x' }, { a: [{ b: 'y' }, { b: 'x' }] }, true],
    [{ 'a.b': { $exists: false } }, { a: 5 }, true],
    [{ 'a.length': { $exists: true } }, { a: [1, 2] }, false],
    [{ 'a.': 1 }, { a: { '': 1 } }, true],
  ])('dotted paths: %j on %j is %s', (filter, metadata, expected) => {
    expect(passes(filter, metadata as Metadata)).toBe(expected)
  })

  it('sees only own properties', () => {
    for (const path of [
      'constructor',
      '__proto__',
      'toString',
      'constructor.name',
      '__proto__.toString',
      'a.hasOwnProperty',
    ]) {
      expect(passes(Object.fromEntries([[path, { $exists: true }]]), { a: {} })).toBe(false)
    }
    const own = JSON.parse('{"__proto__": {"x": 1}, "constructor": "c"}') as Metadata
    expect(passes(JSON.parse('{"__proto__.x": 1, "constructor": "c"}'), own)).toBe(true)
    expect(passes(JSON.parse('{"__proto__": 1}'), {})).toBe(false)
  })

  it('combines with $and, $or and $not', () => {
    const filter = { $or: [{ a: 1 }, { $and: [{ b: 2 }, { $not: { c: 3 } }] }] }
    expect(passes(filter, { a: 1 })).toBe(true)
    expect(passes(filter, { b: 2 })).toBe(true)
    expect(passes(filter, { b: 2, c: 3 })).toBe(false)
    expect(passes({ a: { $not: { $gt: 5 } } }, {})).toBe(true)
    expect(passes({ a: { $not: { $gt: 5 } } }, { a: 6 })).toBe(false)
  })
})

describe('a wrong filter', () => {
  it.each([
    ['null', null],
    ['a list', [{ a: 1 }]],
    ['a string', 'a = 1'],
    ['a map', new Map([['a', 1]])],
    ['an undefined value', { a: undefined }],
    ['a list as value', { a: [1, 2] }],
    ['a date', { a: new Date(0) }],
    ['NaN', { a: Number.NaN }],
    ['infinity', { a: { $gt: Number.POSITIVE_INFINITY } }],
    ['a bigint', { a: 1n }],
    ['a function', { a: () => 1 }],
    ['a nested object', { a: { b: 1 } }],
    ['an empty condition', { a: {} }],
    ['an unknown operator', { a: { $regex: 'x' } }],
    ['an unknown group operator', { $nor: [{ a: 1 }] }],
    ['an operator without a field', { $gt: 5 }],
    ['a group operator under a field', { a: { $or: [{ b: 1 }] } }],
    ['$in without a list', { a: { $in: 'x' } }],
    ['$in with a list inside', { a: { $in: [['x']] } }],
    ['$in with a hole', { a: { $in: Array(1) } }],
    ['$or without alternatives', { $or: [] }],
    ['$and with an object', { $and: { a: 1 } }],
    ['$and with a hole', { $and: Array(1) }],
    ['$not with a list', { $not: [{ a: 1 }] }],
    ['$not with a value', { a: { $not: 1 } }],
    ['$exists with a number', { a: { $exists: 1 } }],
    ['$gt with null', { a: { $gt: null } }],
    ['$gt with a boolean', { a: { $gt: true } }],
    ['a range of mixed types', { a: { $gt: 1, $lt: 'b' } }],
    ['$eq with undefined', { a: { $eq: undefined } }],
  ])('is refused: %s', (_, filter) => {
    expect(refusal(filter).code).toBe('INVALID_FILTER')
  })

  it('is refused with the path, the operator and what would be right', () => {
    const error = refusal({ $and: [{ ok: 1 }, { price: { $in: 5 } }] })
    expect(error.details).toMatchObject({
      path: '$and[1].price',
      operator: '$in',
      given: '5',
      expected: 'a list of values',
    })
    expect(error.message).toBe('Filter at "$and[1].price" $in must be a list of values; it was 5.')
  })

  it('is refused with the nearest operator, or where an operator belongs', () => {
    expect(refusal({ a: { $gte1: 5 } }).message).toContain('Did you mean "$gte"?')
    expect(refusal({ $exists: true }).message).toContain('under a field')
    expect(refusal({ a: { b: { c: 1 } } }).message).toContain('"a.b"')
  })

  it('is refused when nested too deep, without exhausting the stack', () => {
    const nest = (levels: number) => {
      let filter: Filter = { a: 1 }
      for (let i = 0; i < levels; i++) filter = { $not: filter }
      return filter
    }
    expect(passes(nest(MAX_FILTER_DEPTH), { a: 1 })).toBe(true)
    expect(refusal(nest(MAX_FILTER_DEPTH + 1)).code).toBe('INVALID_FILTER')
    expect(refusal(nest(100_000)).code).toBe('INVALID_FILTER')
    let condition: Filter = { $eq: 1 }
    for (let i = 0; i < 100_000; i++) condition = { $not: condition }
    expect(refusal({ a: condition }).code).toBe('INVALID_FILTER')
    expect(refusal({ ['a.'.repeat(100_000)]: 1 }).code).toBe('INVALID_FILTER')
  })
})

const scalarArbitrary = fc.constantFrom<(string | number | boolean | null)[]>(
  0,
  1,
  2,
  -1.5,
  '',
  'a',
  'b',
  '2024-01-01',
  true,
  false,
  null,
)
const keyArbitrary = fc.constantFrom('a', 'b', 'a.b', 'b.a', '__proto__', 'constructor', 'a.b.a')
const metadataArbitrary = fc.dictionary(
  keyArbitrary,
  fc.oneof(
    scalarArbitrary,
    fc.array(scalarArbitrary, { maxLength: 3 }),
    fc.dictionary(keyArbitrary, scalarArbitrary, { maxKeys: 2 }),
    fc.array(fc.dictionary(keyArbitrary, scalarArbitrary, { maxKeys: 2 }), { maxLength: 2 }),
  ),
  { maxKeys: 4 },
) as fc.Arbitrary<Metadata>
const conditionArbitrary: fc.Arbitrary<unknown> = fc.oneof(
  scalarArbitrary,
  fc.record({ $ne: scalarArbitrary }),
  fc.record({ $in: fc.array(scalarArbitrary, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalarArbitrary, { maxLength: 3 }) }),
  fc.record({ $gt: fc.constantFrom(0, 1), $lte: fc.constantFrom(1, 2) }),
  fc.record({ $lt: fc.constantFrom('a', 'b', '2024') }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $contains: scalarArbitrary }),
)
const field = (key: string, condition: unknown): Filter => Object.fromEntries([[key, condition]])
const filterArbitrary = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(keyArbitrary, conditionArbitrary).map(([key, condition]) => field(key, condition)),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
    tie('filter').map(($not) => ({ $not })),
  ),
})).filter

describe('the algebra of filters', () => {
  it('$not is the complement, of filters and of conditions', () => {
    fc.assert(
      fc.property(filterArbitrary, metadataArbitrary, (filter, metadata) => {
        expect(passes({ $not: filter }, metadata)).toBe(!passes(filter, metadata))
      }),
    )
    fc.assert(
      fc.property(keyArbitrary, conditionArbitrary, metadataArbitrary, (key, given, metadata) => {
        const condition = given !== null && typeof given === 'object' ? given : { $eq: given }
        expect(passes(field(key, { $not: condition }), metadata)).toBe(!passes(field(key, condition), metadata))
      }),
    )
  })

  it('$nin is the complement of $in, $ne of $eq, and $in is an $or of equalities', () => {
    const values = fc.array(scalarArbitrary, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(keyArbitrary, values, metadataArbitrary, (key, list, metadata) => {
        const isIn = passes(field(key, { $in: list }), metadata)
        expect(passes(field(key, { $nin: list }), metadata)).toBe(!isIn)
        expect(passes({ $or: list.map((value) => field(key, value)) }, metadata)).toBe(isIn)
        expect(passes(field(key, { $ne: list[0]! }), metadata)).toBe(!passes(field(key, { $eq: list[0]! }), metadata))
      }),
    )
  })

  it('follows De Morgan', () => {
    fc.assert(
      fc.property(filterArbitrary, filterArbitrary, metadataArbitrary, (left, right, metadata) => {
        expect(passes({ $not: { $and: [left, right] } }, metadata)).toBe(
          passes({ $or: [{ $not: left }, { $not: right }] }, metadata),
        )
        expect(passes({ $not: { $or: [left, right] } }, metadata)).toBe(
          passes({ $and: [{ $not: left }, { $not: right }] }, metadata),
        )
      }),
    )
  })

  it('answers or refuses with INVALID_FILTER, whatever it is given', () => {
    const hostile = fc.anything({
      key: fc.constantFrom('$in', '$not', '$or', '$and', '$gt', 'a', 'a.b', '__proto__'),
      withDate: true,
      withMap: true,
      withBigInt: true,
      withSparseArray: true,
      withNullPrototype: true,
    })
    fc.assert(
      fc.property(hostile, metadataArbitrary, (filter, metadata) => {
        try {
          expect(typeof passes(filter, metadata)).toBe('boolean')
        } catch (error) {
          expect(TesseraError.isInstance(error) && error.code).toBe('INVALID_FILTER')
        }
      }),
      { numRuns: 500 },
    )
  })
})
