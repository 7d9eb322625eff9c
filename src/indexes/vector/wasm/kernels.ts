import { assemble } from './assembler.js'
import { type WasmMemory, type WasmModule, webAssembly } from './platform.js'
import { type QuantizeRow, quantizeRow } from './quantize-row.js'
import { type ScanRows, scanRows } from './scan-rows.js'

/** The compiled kernels, bound to one memory. */
export interface Kernels {
  scanRows: ScanRows
  quantizeRow: QuantizeRow
}

/** The kernels over `memory`, or undefined where WebAssembly or its SIMD instructions are missing or forbidden. */
export function kernelsOver(memory: WasmMemory): Kernels | undefined {
  compiled ??= { module: compile() }
  if (!compiled.module || !webAssembly) return undefined
  return new webAssembly.Instance(compiled.module, { env: { memory } }).exports as Kernels
}

/** Once for all indexes, on first use. */
let compiled: { module: WasmModule | undefined } | undefined

function compile(): WasmModule | undefined {
  if (!webAssembly) return undefined
  try {
    return new webAssembly.Module(assemble([scanRows, quantizeRow]))
  } catch {
    // Engines without SIMD, and pages whose policy forbids compiling, end here; their callers have another way.
    return undefined
  }
}
