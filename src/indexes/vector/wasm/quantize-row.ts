import {
  type Code,
  F32,
  f32,
  f32x4,
  get,
  I32,
  i32,
  i32x4,
  loop,
  narrow,
  repeatIf,
  run,
  set,
  tee,
  V128,
  v128,
  type WasmFunction,
} from './assembler.js'
import { ROW_ALIGNMENT } from './scan-rows.js'

/**
 * Rounds a row of float32 numbers to signed bytes, scaled so that its largest component becomes {@link BYTE_LIMIT}.
 *
 * @param source byte address of `stride` floats, not all of them 0
 * @param stride a multiple of {@link ROW_ALIGNMENT}
 * @param target byte address that receives `stride` bytes
 * @param out byte address that receives two floats: the size of the largest component, and the sum of the squared
 *   rounding errors, in units of the bytes
 */
export type QuantizeRow = (source: number, stride: number, target: number, out: number) => void

/** The largest byte used; -128 is not, so that both signs have the same range. */
export const BYTE_LIMIT = 127

const [source, stride, target, out] = [0, 1, 2, 3] as const
const [cursor, end, scalar, largest, perStep, squares, scaled, rounded] = [4, 5, 6, 7, 8, 9, 10, 11] as const

/** {@link QuantizeRow} in WebAssembly. */
export const quantizeRow: WasmFunction = {
  name: 'quantizeRow',
  parameters: [I32, I32, I32, I32],
  locals: [I32, I32, F32, V128, V128, V128, V128, V128],
  body: run(
    run(get(source), tee(cursor), get(stride), i32.const(4), i32.mul, i32.add, set(end)),
    run(v128.zero, set(largest), v128.zero, set(squares)),
    loop(
      ...[0, 16, 32, 48].map((offset) =>
        run(get(cursor), v128.load(offset), f32x4.abs, get(largest), f32x4.max, set(largest)),
      ),
      nextFloats(),
    ),
    run(lane(largest, 0), lane(largest, 1), f32.max, lane(largest, 2), f32.max, lane(largest, 3), f32.max, set(scalar)),
    run(get(out), get(scalar), f32.store(0)),
    run(f32.const(BYTE_LIMIT), get(scalar), f32.div, f32x4.splat, set(perStep)),
    run(get(source), set(cursor)),
    loop(
      get(target),
      run(fourIntegers(0), fourIntegers(16), narrow.i32x4ToI16x8),
      run(fourIntegers(32), fourIntegers(48), narrow.i32x4ToI16x8),
      run(narrow.i16x8ToI8x16, v128.store),
      run(get(target), i32.const(ROW_ALIGNMENT), i32.add, set(target)),
      nextFloats(),
    ),
    run(get(out), lane(squares, 0), lane(squares, 1), f32.add, lane(squares, 2), f32.add, lane(squares, 3), f32.add),
    f32.store(4),
  ),
}

/** Leaves four rounded components on the stack and adds the squares of what rounding changed. */
function fourIntegers(offset: number): Code {
  return run(
    run(get(cursor), v128.load(offset), get(perStep), f32x4.mul, tee(scaled), f32x4.nearest, tee(rounded)),
    run(get(scaled), get(rounded), f32x4.sub, tee(scaled), get(scaled), f32x4.mul, get(squares), f32x4.add),
    run(set(squares), i32x4.truncateF32x4),
  )
}

/** Ends a loop over the row's floats. */
function nextFloats(): Code {
  const advance = run(get(cursor), i32.const(4 * ROW_ALIGNMENT), i32.add, tee(cursor))
  return run(advance, get(end), i32.lessThanUnsigned, repeatIf)
}

function lane(vector: number, index: number): Code {
  return run(get(vector), f32x4.extractLane(index))
}
