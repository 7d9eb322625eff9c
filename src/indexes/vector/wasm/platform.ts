/** The part of the WebAssembly interface used here; the language's own library declares it only together with the DOM. */
export interface WasmApi {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule
  Instance: new (module: WasmModule, imports: { env: { memory: WasmMemory } }) => { exports: unknown }
  Memory: new (descriptor: { initial: number }) => WasmMemory
}

/** A compiled module; opaque. */
export type WasmModule = object

/** Linear memory that modules import. */
export interface WasmMemory {
  /** Replaced by a new one when the memory grows. */
  readonly buffer: ArrayBuffer
  /** Adds pages of {@link WASM_PAGE} bytes. @throws RangeError when there are not that many */
  grow(pages: number): number
}

/** Bytes of one page. */
export const WASM_PAGE = 65_536

/** WebAssembly, or undefined where the platform has none. */
export const webAssembly: WasmApi | undefined = (globalThis as { WebAssembly?: WasmApi }).WebAssembly
