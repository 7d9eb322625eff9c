/**
 * Just enough of an assembler to write WebAssembly-SIMD kernels as TypeScript: no toolchain, no binary in the repository.
 * Opcodes and section layout: WebAssembly Core Specification 2.0, chapter 5 (binary format).
 */

/** Encoded instructions; {@link run} joins them. */
export type Code = readonly number[]

/** A value type as the binary format spells it. */
export type ValueType = 0x7f | 0x7d | 0x7b
/** 32-bit integers and addresses. */
export const I32: ValueType = 0x7f
/** 32-bit floats. */
export const F32: ValueType = 0x7d
/** 128 bits, whose lanes the instruction chooses. */
export const V128: ValueType = 0x7b

/** A function without results. Parameters and locals share one numbering, parameters first. */
export interface WasmFunction {
  /** The name it is exported by. */
  name: string
  parameters: readonly ValueType[]
  locals: readonly ValueType[]
  body: Code
}

/** The bytes of a module that exports `functions` and imports its memory as `env.memory`. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [FUNCTION_TYPE, ...vector(parameters.map((type) => [type])), 0])
  const memory = [...name('env'), ...name('memory'), 0x02, 0x00, 0x01]
  const exports = functions.map((each, index) => [...name(each.name), 0x00, ...unsigned(index)])
  return new Uint8Array([
    ...MAGIC_AND_VERSION,
    ...section(1, vector(types)),
    ...section(2, vector([memory])),
    ...section(3, vector(functions.map((_, index) => unsigned(index)))),
    ...section(7, vector(exports)),
    ...section(10, vector(functions.map(functionBody))),
  ])
}

/** Joins runs of instructions. */
export const run = (...parts: readonly Code[]): Code => parts.flat()
/** Pushes a local. */
export const get = (local: number): Code => [0x20, ...unsigned(local)]
/** Pops into a local. */
export const set = (local: number): Code => [0x21, ...unsigned(local)]
/** Copies the top of the stack into a local and leaves it there. */
export const tee = (local: number): Code => [0x22, ...unsigned(local)]

/** Runs `body` again for as long as its {@link repeatIf} finds a condition that is not 0. */
export const loop = (...body: readonly Code[]): Code => [0x03, NO_RESULT, ...body.flat(), END]
/** Takes a condition from the stack; the innermost {@link loop} starts over when it is not 0. */
export const repeatIf: Code = [0x0d, 0x00]

/** Integers and addresses. */
export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: [0x6a] as Code,
  mul: [0x6c] as Code,
  lessThanUnsigned: [0x49] as Code,
  /** Address and value from the stack. */
  store: [0x36, 2, 0] as Code,
}

/** Single floats. */
export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(new Float32Array([value]).buffer)],
  add: [0x92] as Code,
  div: [0x95] as Code,
  max: [0x97] as Code,
  /** Address and value from the stack; stored at the address plus `offset`. */
  store: (offset: number): Code => [0x38, 2, ...unsigned(offset)],
}

/** 128 bits in memory. */
export const v128 = {
  zero: simd(12, ...new Array<number>(16).fill(0)),
  /** 16 bytes at the address on the stack plus `offset`. */
  load: (offset: number): Code => simd(0, 0, ...unsigned(offset)),
  /** 8 signed bytes, widened to 8 lanes of 16 bits. */
  load8x8Signed: (offset: number): Code => simd(1, 0, ...unsigned(offset)),
  /** Address and value from the stack. */
  store: simd(11, 0, 0),
}

/** Four integers at a time. */
export const i32x4 = {
  add: simd(174),
  /** Products of 8 pairs of 16-bit lanes, neighbours added: 4 lanes of 32 bits. */
  dotI16x8Signed: simd(186),
  truncateF32x4: simd(248),
  extractLane: (lane: number): Code => simd(27, lane),
}

/** Four floats at a time. */
export const f32x4 = {
  splat: simd(19),
  /** To the nearest integer, halves to the even one. */
  nearest: simd(106),
  abs: simd(224),
  add: simd(228),
  sub: simd(229),
  mul: simd(230),
  max: simd(233),
  extractLane: (lane: number): Code => simd(31, lane),
}

/** Two vectors become one of lanes half as wide; what does not fit becomes the nearest that does. */
export const narrow = {
  i32x4ToI16x8: simd(133),
  i16x8ToI8x16: simd(101),
}

const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const FUNCTION_TYPE = 0x60
const NO_RESULT = 0x40
const END = 0x0b

function functionBody({ locals, body }: WasmFunction): number[] {
  const code = [...vector(locals.map((type) => [0x01, type])), ...body, END]
  return [...unsigned(code.length), ...code]
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content]
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

function name(text: string): number[] {
  return vector([...text].map((character) => [character.charCodeAt(0)]))
}

function simd(opcode: number, ...immediates: readonly number[]): Code {
  return [0xfd, ...unsigned(opcode), ...immediates]
}

/** LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  bytes.push(rest)
  return bytes
}

/** Signed LEB128: the sign bit of the last group must equal the sign of the value. */
function signed(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x3f || rest < -0x40) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>= 7
  }
  bytes.push(rest & 0x7f)
  return bytes
}
