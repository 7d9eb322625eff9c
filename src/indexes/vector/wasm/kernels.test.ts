import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble, get, I32, i32, run } from './assembler.js'
import { kernelsOver } from './kernels.js'
import { webAssembly } from './platform.js'
import { BYTE_LIMIT } from './quantize-row.js'
import { ROW_ALIGNMENT, STREAMS } from './scan-rows.js'

const { Memory, Module, Instance } = webAssembly!

describe('assembler', () => {
  it('encodes every 32-bit constant', () => {
    const edges = [0, 1, 63, 64, 65, 127, 128, 8191, 8192, 2 ** 31 - 1].flatMap((n) => [n, -n, -n - 1])
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...edges), fc.integer()), (value) => {
        const memory = new Memory({ initial: 1 })
        const body = run(get(0), i32.const(value), i32.store)
        const module = new Module(assemble([{ name: 'store', parameters: [I32], locals: [], body }]))
        const { store } = new Instance(module, { env: { memory } }).exports as { store(address: number): void }
        store(8)
        expect(new Int32Array(memory.buffer)[2]).toBe(value | 0)
      }),
    )
  })
})

describe('scanRows', () => {
  const byte = fc.oneof(fc.constantFrom(-BYTE_LIMIT, 0, BYTE_LIMIT), fc.integer({ min: -BYTE_LIMIT, max: BYTE_LIMIT }))

  it('equals the integer dot product for any number of rows and any stride', () => {
    const shape = fc.record({ quarter: fc.integer({ min: 1, max: 3 }), blocks: fc.integer({ min: 1, max: 5 }) })
    const input = shape.chain(({ quarter, blocks }) => {
      const count = STREAMS * quarter
      const stride = blocks * ROW_ALIGNMENT
      const limit = Math.min(32_767, Math.floor((2 ** 31 - 1) / (BYTE_LIMIT * stride)))
      const word = fc.oneof(fc.constantFrom(-limit, limit), fc.integer({ min: -limit, max: limit }))
      return fc.record({
        stride: fc.constant(stride),
        query: fc.array(word, { minLength: stride, maxLength: stride }),
        rows: fc.array(fc.array(byte, { minLength: stride, maxLength: stride }), {
          minLength: count,
          maxLength: count,
        }),
      })
    })
    fc.assert(
      fc.property(input, ({ stride, query, rows }) => {
        const memory = new Memory({ initial: 1 })
        new Int16Array(memory.buffer, 0, stride).set(query)
        new Int8Array(memory.buffer, 1024, stride * rows.length).set(rows.flat())
        kernelsOver(memory)!.scanRows(1024, rows.length / STREAMS, stride, 0, 512)
        const sums = [...new Int32Array(memory.buffer, 512, rows.length + 1)]
        expect(sums).toEqual([...rows.map((row) => row.reduce((sum, value, i) => sum + value * query[i]!, 0)), 0])
      }),
    )
  })
})

describe('quantizeRow', () => {
  it('rounds to the nearest byte and reports the largest component and its own error', () => {
    const component = fc.oneof(
      fc.constantFrom(0, 1, -1),
      fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-1e30), max: Math.fround(1e30) }),
    )
    const vector = fc
      .array(component, { minLength: 1, maxLength: 70 })
      .filter((v) => v.some((x) => Math.abs(x) > 1e-30))
    fc.assert(
      fc.property(vector, (components) => {
        const stride = Math.ceil(components.length / ROW_ALIGNMENT) * ROW_ALIGNMENT
        const memory = new Memory({ initial: 1 })
        const floats = new Float32Array(memory.buffer, 0, stride)
        floats.set(components)
        kernelsOver(memory)!.quantizeRow(0, stride, 1024, 2048)
        const [largest, squares] = new Float32Array(memory.buffer, 2048, 2)
        const bytes = new Int8Array(memory.buffer, 1024, stride + 1)
        expect(largest).toBe(Math.max(...floats.map(Math.abs)))
        let expected = 0
        for (let i = 0; i < stride; i++) {
          const scaled = (floats[i]! * BYTE_LIMIT) / largest!
          expect(Math.abs(bytes[i]! - scaled)).toBeLessThan(0.5001)
          expected += (scaled - bytes[i]!) ** 2
        }
        expect(squares).toBeCloseTo(expected, 3)
        expect(bytes[stride]).toBe(0)
      }),
    )
  })
})
