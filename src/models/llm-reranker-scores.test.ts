import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HIGHEST_SCORE, LOWEST_SCORE, readScores } from './llm-reranker-scores.js'

/** Scores by document number. */
const read = (reply: string, count = 3) =>
  Object.fromEntries([...readScores(reply, count)].map(([index, score]) => [index + 1, score]))

/** Each digit of the score could be its last, but for the digit at the end of the line. */
const HOSTILE_LINE = `1: ${'1'.repeat(1900)}${'.'.repeat(1900)}1\n`

describe('scores in a reply', () => {
  it.each<[string, object]>([
    ['{"1": 7, "2": 0, "3": 2.5}', { 1: 7, 2: 0, 3: 2.5 }],
    ['```json\n{"1": 7, "2": 0}\n```', { 1: 7, 2: 0 }],
    ['Here you are: {"scores": {"1": "7/10", "2": 0}}. Document 2 is off topic.', { 1: 7, 2: 0 }],
    ['{"results": [{"document": 2, "score": 9}, {"document": 1, "relevance_score": 8}]}', { 1: 8, 2: 9 }],
    ['[{"title": "x", "number": "2", "rating": 9, "reason": "names 1 of 3"}]', { 2: 9 }],
    ['{"1": {"score": 7, "reason": "it says 5"}, "doc 2": {"relevance": 3}}', { 1: 7, 2: 3 }],
    ['{"scores": [7, 0, 3]}', { 1: 7, 2: 0, 3: 3 }],
    ['[[2, 9], [1, 3]]', { 1: 3, 2: 9 }],
    ['[2] is best: {"1": 3, "2": 8}', { 1: 3, 2: 8 }],
    ['<think>1: 3? Rather {"1": 2}.</think>{"1": 8}', { 1: 8 }],
    ['{"1": 7,\n "2": 9,}', { 1: 7, 2: 9 }],
    ['{"1": 7, "2": 9', { 1: 7, 2: 9 }],
  ])('%s, as JSON', (reply, scores) => {
    expect(read(reply)).toEqual(scores)
  })

  it.each<[string, object]>([
    ['1: 7, 2: 9, 3: 0', { 1: 7, 2: 9, 3: 0 }],
    ['doc1: 7\nDocument_2: 9', { 1: 7, 2: 9 }],
    ['1. 0.0\n2. 10\n3. 0.9', { 1: 0, 2: 10, 3: 0.9 }],
    ['- 1: 7\n- 2: 9/10\n* **3**: 4 because it says 10', { 1: 7, 2: 9, 3: 4 }],
    ['| Doc | Score |\n|---|---|\n| 1 | 7 |\n| 2 | 9 out of 10 |', { 1: 7, 2: 9 }],
    ['[1] 7\r\n[2]: 9\r\n3) 5', { 1: 7, 2: 9, 3: 5 }],
    ['Document 2 - score 9\nSource 3: Relevance score: 8.5\n1 → 1', { 1: 1, 2: 9, 3: 8.5 }],
    ['Doc: 2, Relevance: 9\nDoc: 1, Relevance: 8\n\nThe best is Doc: 2, as it answers it.', { 1: 8, 2: 9 }],
  ])('%s, as lines', (reply, scores) => {
    expect(read(reply)).toEqual(scores)
  })

  it.each([
    '',
    '{}',
    '[]',
    'null',
    'None of the documents is relevant.',
    '2, 5 and 7 are relevant',
    '1-3 are good',
    '1. 3 of them say so',
    'Score: 0.9',
    '1.5 points',
    '2024: 5',
    '[2, 1, 3]',
    '{"ranking": [2, 1, 3]}',
    '{"1": "high", "2": null, "3": true}',
    '{"1": NaN}',
    '[[1, "7"]]',
  ])('%s holds none', (reply) => {
    expect(read(reply)).toEqual({})
  })

  it('of documents that do not exist are passed over, and never wrap round', () => {
    expect(read('Doc: 0, Relevance: 9\nDoc: -2, Relevance: 7\nDoc: 2, Relevance: 3\nDoc: 4, Relevance: 8')).toEqual({
      2: 3,
    })
    expect(read('{"0": 9, "-2": 7, "2": 3, "4": 8, "1.5": 1, "doc -1": 2}')).toEqual({ 2: 3 })
    expect(read('[{"document": -1, "score": 9}, {"document": 1.5, "score": 9}, {"document": 3, "score": 1}]')).toEqual({
      3: 1,
    })
    expect(read('\u22121: 4\n-2: 9\n- 3: 1')).toEqual({ 3: 1 })
  })

  it('outside the scale become the nearest on it, and those that are no numbers none', () => {
    expect(read('{"1": -5, "2": 200, "3": 1e999}')).toEqual({ 1: 0, 2: 10 })
    expect(read('1: \u22123\n2: 11/10')).toEqual({ 1: 0, 2: 10 })
  })

  it('given twice count once, as first said', () => {
    expect(read('1: 2\n1: 9\nFinal answer: 1: 10')).toEqual({ 1: 2 })
    expect(read('[{"n": 1, "score": 2}, {"n": 1, "score": 9}]')).toEqual({ 1: 2 })
  })

  it('are read back whatever stands around the object that was asked for', () => {
    const score = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 }), fc.double({ min: 0, max: 10, noNaN: true }))
    const prose = fc.string({ unit: fc.constantFrom('a', ' ', '.', '\n', '```', '1', ':', '9') })
    fc.assert(
      fc.property(
        fc.dictionary(fc.integer({ min: 1, max: 30 }).map(String), score),
        prose,
        prose,
        (given, before, after) => {
          fc.pre(Object.keys(given).length > 0)
          const scores = read(`${before}${JSON.stringify(given)}${after}`, 30)
          expect(scores).toEqual(Object.fromEntries(Object.entries(given).map(([n, value]) => [n, value + 0])))
        },
      ),
    )
  })

  it('name only documents there are, on the scale, whatever a model writes', () => {
    const piece = fc.constantFrom(
      ...[
        '1',
        '2',
        '-',
        '\u2212',
        '0',
        '99',
        '1e400',
        '.',
        ':',
        ', ',
        '\n',
        '{',
        '}',
        '[',
        ']',
        '"',
        '\\',
        ' score ',
        'doc ',
        '/10',
      ],
      ...['null', 'true', '</think>', '|', '\u{1f600}', '\ud800', '__proto__', '"1":', '{"score":', '[1,2]'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (pieces, count) => {
        for (const [index, score] of readScores(pieces.join(''), count)) {
          expect(Number.isInteger(index) && index >= 0 && index < count).toBe(true)
          expect(score >= LOWEST_SCORE && score <= HIGHEST_SCORE).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['{', '[', '[[1,2],', '{"a":', '"', '- ', '1: 7, ', 'doc ', '*', '1', ' ', '</think>', '1:\n', HOSTILE_LINE])(
    'are looked for in linear time in a million hostile characters, kind %#',
    (unit) => {
      const time = (length: number) => {
        const reply = unit.repeat(length / unit.length)
        const began = process.cpuUsage()
        readScores(reply, 20)
        return process.cpuUsage(began).user / 1000
      }
      time(10_000)
      expect(time(1_000_000)).toBeLessThan(1000)
    },
  )

  it('are found however deep they lie', () => {
    const depth = 5000
    expect(read(`${'{"a":['.repeat(depth)}{"1": 7}${']}'.repeat(depth)}`)).toEqual({ 1: 7 })
  })
})
