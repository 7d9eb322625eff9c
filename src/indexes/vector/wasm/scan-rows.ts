import {
  type Code,
  get,
  I32,
  i32,
  i32x4,
  loop,
  repeatIf,
  run,
  set,
  tee,
  V128,
  v128,
  type WasmFunction,
} from './assembler.js'

/**
 * Dot products of `4 * quarter` rows of signed bytes with one query of signed 16-bit words; all positions are byte
 * addresses.
 *
 * @param rows first row; rows follow each other every `stride` bytes
 * @param quarter at least 1
 * @param stride a multiple of {@link ROW_ALIGNMENT}; as many words are read of the query
 * @param out receives `4 * quarter` signed 32-bit sums; the caller sees to it that none overflows
 */
export type ScanRows = (rows: number, quarter: number, stride: number, query: number, out: number) => void

/** Rows are padded with zeros to a multiple of this many components: what one step of the kernels takes. */
export const ROW_ALIGNMENT = 16

/**
 * The rows are read as this many streams, each a quarter of them: memory delivers several streams twice as fast as one,
 * and a part of the query once loaded serves a row of each.
 */
export const STREAMS = 4

const [rows, quarter, stride, query, out] = [0, 1, 2, 3, 4] as const
const [rowEnd, outEnd, word] = [5, 6, 7] as const
/** One local a stream: where its row is read, where its result goes, its sum. The first two are parameters at first. */
const row = [rows, 8, 9, 10] as const
const result = [out, 11, 12, 13] as const
const sum = [14, 15, 16, 17] as const
const words = 18

/** {@link ScanRows} in WebAssembly. */
export const scanRows: WasmFunction = {
  name: 'scanRows',
  parameters: [I32, I32, I32, I32, I32],
  locals: [...new Array(9).fill(I32), ...new Array(STREAMS + 1).fill(V128)],
  body: run(
    everyOther(row, (local, previous) => run(get(previous), get(quarter), get(stride), i32.mul, i32.add, set(local))),
    everyOther(result, (local, previous) =>
      run(get(previous), get(quarter), i32.const(4), i32.mul, i32.add, set(local)),
    ),
    run(get(out), get(quarter), i32.const(4), i32.mul, i32.add, set(outEnd)),
    loop(
      every(sum, (local) => run(v128.zero, set(local))),
      run(get(query), set(word), get(rows), get(stride), i32.add, set(rowEnd)),
      loop(
        eightComponents(0),
        eightComponents(ROW_ALIGNMENT / 2),
        everyOther(row, (local) => advance(local, ROW_ALIGNMENT)),
        advance(word, 2 * ROW_ALIGNMENT),
        run(get(rows), i32.const(ROW_ALIGNMENT), i32.add, tee(rows), get(rowEnd), i32.lessThanUnsigned, repeatIf),
      ),
      every(result, (local, stream) => run(get(local), total(sum[stream]!), i32.store)),
      everyOther(result, (local) => advance(local, 4)),
      run(get(out), i32.const(4), i32.add, tee(out), get(outEnd), i32.lessThanUnsigned, repeatIf),
    ),
  ),
}

/** Adds the products of eight components to the sum of each stream. */
function eightComponents(first: number): Code {
  const load = run(get(word), v128.load(2 * first), set(words))
  const multiply = (local: number) => run(get(local), v128.load8x8Signed(first), get(words), i32x4.dotI16x8Signed)
  return run(load, ...row.map((local, stream) => run(get(sum[stream]!), multiply(local), i32x4.add, set(sum[stream]!))))
}

function total(vector: number): Code {
  const lane = (index: number) => run(get(vector), i32x4.extractLane(index))
  return run(lane(0), lane(1), i32.add, lane(2), i32.add, lane(3), i32.add)
}

function advance(pointer: number, bytes: number): Code {
  return run(get(pointer), i32.const(bytes), i32.add, set(pointer))
}

function every(locals: readonly number[], code: (local: number, stream: number) => Code): Code {
  return run(...locals.map(code))
}

/** For each stream but the first. */
function everyOther(locals: readonly number[], code: (local: number, previous: number) => Code): Code {
  return run(...locals.slice(1).map((local, before) => code(local, locals[before]!)))
}
