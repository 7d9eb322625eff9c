import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastClock } from '../../../test/support/fast-clock.js'
import { TesseraError } from '../../core/index.js'
import { backoffDelay } from './backoff.js'
import { allOrNothing, planBatches } from './batches.js'
import { CircuitBreaker } from './breaker.js'
import { Deadline } from './deadline.js'
import { Gate } from './gate.js'
import { checkedVector } from './vectors.js'

describe('batches', () => {
  it('cover all inputs in order, within both limits, and none could be joined with its neighbour', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 80 }), (list, inputs, tokens) => {
        const batches = planBatches(list, { inputs, tokens, concurrency: 1 })
        const sum = (start: number, end: number) => list.slice(start, end).reduce((a, b) => a + b, 0)
        expect(batches.flatMap(({ start, end }) => list.slice(start, end))).toEqual(list)
        for (const [i, { start, end }] of batches.entries()) {
          expect(end - start).toBeGreaterThan(0)
          expect(end - start).toBeLessThanOrEqual(inputs)
          if (end - start > 1) expect(sum(start, end)).toBeLessThanOrEqual(tokens)
          if (batches[i + 1]) expect(end - start === inputs || sum(start, end + 1) > tokens).toBe(true)
        }
      }),
    )
  })

  it('stop together: the first failure is thrown when nothing runs any more', async () => {
    let running = 0
    const work = allOrNothing([30, 5, 40], undefined, async (milliseconds, signal) => {
      running++
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      running--
      if (milliseconds === 5) throw new Error('first')
      if (signal.aborted) throw new Error('stopped')
      return milliseconds
    })
    await expect(work).rejects.toThrow('first')
    expect(running).toBe(0)
  })
})

describe('backoff', () => {
  it('grows, is spread from nothing to its limit, and never exceeds half a minute', () => {
    expect([0, 1, 2, 3].map((attempt) => backoffDelay(attempt, 0.5))).toEqual([500, 1000, 2000, 4000])
    expect(backoffDelay(3, 0)).toBe(0)
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
        expect(backoffDelay(attempt, random)).toBeLessThanOrEqual(30_000)
      }),
    )
  })
})

describe('the circuit breaker', () => {
  it('opens after failures in a row only', () => {
    const breaker = new CircuitBreaker('acme', () => 0)
    for (let i = 0; i < 4; i++) breaker.enter()('down')
    breaker.enter()('up')
    for (let i = 0; i < 4; i++) breaker.enter()('down')
    breaker.enter()('unknown')
    breaker.enter()('down')
    expect(() => breaker.enter()).toThrow(TesseraError)
  })

  it('closes again, however often it was asked while open, and gives up a probe that was stopped', () => {
    let time = 0
    const breaker = new CircuitBreaker('acme', () => time)
    for (let i = 0; i < 5; i++) breaker.enter()('down')
    time = 29_999
    for (let i = 0; i < 50; i++) expect(() => breaker.enter()).toThrow('left alone')
    time = 30_000
    const probe = breaker.enter()
    expect(() => breaker.enter()).toThrow('finding out')
    probe('unknown')
    breaker.enter()('up')
    const two = [breaker.enter(), breaker.enter()]
    for (const settle of two) settle('up')
  })
})

describe('the gate', () => {
  it('lets no more through than it should, in order, and everyone in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 25 }),
        async (most, waits) => {
          const gate = new Gate(most, fastClock)
          let active = 0
          const started: number[] = []
          await Promise.all(
            waits.map((wait, index) =>
              gate.run(async () => {
                started.push(index)
                active++
                expect(active).toBeLessThanOrEqual(most)
                for (let i = 0; i < wait; i++) await Promise.resolve()
                active--
                if (wait === 4) gate.slowDown(20)
              }),
            ),
          )
          // After a pause everybody wakes at once, in any order.
          if (!waits.includes(4)) expect(started).toEqual(waits.map((_, index) => index))
          expect([...started].sort((a, b) => a - b)).toEqual(waits.map((_, index) => index))
          expect(gate.successes).toBe(waits.length)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('pauses everybody for as long as the server asks', async () => {
    const gate = new Gate(4, fastClock)
    gate.slowDown(3000)
    const began = fastClock.now()
    await Promise.all([1, 2].map(() => gate.run(async () => undefined)))
    expect(fastClock.now() - began).toBeGreaterThanOrEqual(2999)
  })

  it('lets an aborted request leave the queue at once, without harm to the others', async () => {
    const gate = new Gate(1, fastClock)
    let finish: () => void = () => undefined
    const first = gate.run(() => new Promise<void>((resolve) => (finish = resolve)))
    const controller = new AbortController()
    const second = gate.run(async () => 'second', controller.signal)
    const third = gate.run(async () => 'third')
    controller.abort()
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' })
    finish()
    await first
    expect(await third).toBe('third')
  })
})

describe('a deadline', () => {
  it('fires with a typed reason, and leaves no listener behind', async () => {
    const deadline = new Deadline(10, 'acme')
    await expect(deadline.race(new Promise(() => undefined))).rejects.toMatchObject({ code: 'PROVIDER_TIMEOUT' })
    const controller = new AbortController()
    const other = new Deadline(10_000, 'acme', controller.signal)
    other.end()
    controller.abort()
    expect(other.signal.aborted).toBe(false)
  })
})

describe('a checked vector', () => {
  it('has unit length and the same direction', () => {
    const numbers = fc.array(fc.float({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(numbers, (list) => {
        const length = Math.hypot(...list)
        fc.pre(length > 1e-3)
        const vector = checkedVector(list, list.length, 'm')
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
        for (const [i, value] of list.entries()) expect(vector[i]! * length).toBeCloseTo(value, 2)
      }),
    )
  })

  it.each([
    [[1, Number.NaN], 'INVALID_VECTOR'],
    [[1, Number.POSITIVE_INFINITY], 'INVALID_VECTOR'],
    [[1e308, 1e308], 'INVALID_VECTOR'],
    [[0, 0], 'INVALID_VECTOR'],
    [[1, '2'], 'INVALID_VECTOR'],
    [[1], 'DIMENSION_MISMATCH'],
    [[1, 2, 3], 'DIMENSION_MISMATCH'],
    ['[1,2]', 'PROVIDER_RESPONSE'],
    [{ length: 2, 0: 1, 1: 2 }, 'PROVIDER_RESPONSE'],
    [null, 'PROVIDER_RESPONSE'],
  ])('is not made of %j: %s', (value, code) => {
    expect(() => checkedVector(value, 2, 'm')).toThrow(expect.objectContaining({ code }))
  })
})
