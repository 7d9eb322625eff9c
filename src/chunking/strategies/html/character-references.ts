import { DecodingMode, EntityDecoder, htmlDecodeTree } from 'entities/decode'

/** Reads the character references of a text: `&amp;`, `&#233;`, and those that may lack their semicolon. */
export class CharacterReferences {
  #text = ''
  #length = 0
  readonly #decoder = new EntityDecoder(htmlDecodeTree, (codePoint, length) => {
    this.#text += String.fromCodePoint(codePoint)
    this.#length = length
  })

  /** The reference that the `&` at an offset begins: what it stands for, and where it ends; undefined if it begins none. */
  read(source: string, start: number): { text: string; end: number } | undefined {
    this.#text = ''
    this.#decoder.startEntity(DecodingMode.Legacy)
    if (this.#decoder.write(source, start + 1) < 0) this.#decoder.end()
    return this.#text === '' ? undefined : { text: this.#text, end: start + this.#length }
  }
}
