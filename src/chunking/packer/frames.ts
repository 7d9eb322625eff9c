import type { Block } from '../../core/index.js'
import { skipSpace, skipSpaceBack } from './space.js'

/** A block that was split because it did not fit, seen from its parts. */
export interface Frame {
  readonly block: Block
  readonly parent: Frame | undefined
  /** The nearest frame outwards, itself included, that wraps its parts. */
  readonly wrapped: WrappedFrame | undefined
  readonly depth: number
}

export function createFrame(
  text: string,
  block: Block,
  parent: Frame | undefined,
  sizeOf: (text: string) => number,
): Frame {
  const depth = parent ? parent.depth + 1 : 0
  if (!block.wrap) return { block, parent, depth, wrapped: parent?.wrapped }
  return new WrappedFrame(text, block, parent, depth, sizeOf)
}

interface Wrapper {
  open: string
  close: string
  openSize: number
  closeSize: number
}

/** A frame that makes its parts whole; what it adds is asked for when it is needed. */
class WrappedFrame implements Frame {
  readonly block: Block
  readonly parent: Frame | undefined
  readonly depth: number
  readonly wrapped: WrappedFrame = this
  readonly outer: WrappedFrame | undefined
  /** First and last visible offset of the block: a part that begins or ends there needs no wrapper on that side. */
  readonly from: number
  readonly to: number
  readonly #sizeOf: (text: string) => number
  #inner: Wrapper | undefined
  #alone: Wrapper | undefined

  constructor(text: string, block: Block, parent: Frame | undefined, depth: number, sizeOf: (text: string) => number) {
    this.block = block
    this.parent = parent
    this.depth = depth
    this.outer = parent?.wrapped
    this.from = skipSpace(text, block.span.start, block.span.end)
    this.to = skipSpaceBack(text, block.span.start, block.span.end)
    this.#sizeOf = sizeOf
  }

  /** As one of several levels. */
  get inner(): Wrapper {
    return (this.#inner ??= this.#make(false))
  }

  /** As the outermost level shown. */
  get alone(): Wrapper {
    return (this.#alone ??= this.#make(true))
  }

  #make(outermost: boolean): Wrapper {
    const wrapper = this.block.wrap!(outermost)
    return { ...wrapper, openSize: this.#sizeOf(wrapper.open), closeSize: this.#sizeOf(wrapper.close) }
  }
}

export interface WrapperResult {
  open: string
  close: string
  size: number
  /** Outer levels were left out. */
  elided: boolean
}

/**
 * What makes the part `start..end` whole: the openings of all frames it begins inside of and the closings of all it
 * ends inside of, from the innermost outwards as long as they take no more than `allowed`.
 */
export function wrapPart(
  startFrame: Frame | undefined,
  start: number,
  endFrame: Frame | undefined,
  end: number,
  allowed: number,
): WrapperResult {
  let opening = beginsInside(startFrame?.wrapped, start)
  let closing = endsInside(endFrame?.wrapped, end)
  const { count, size, elided } = fitLevels(opening, start, closing, end, allowed)
  let open = ''
  let close = ''
  for (let level = 1; level <= count; level++) {
    const form = level === count ? 'alone' : 'inner'
    const depth = innermost(opening, closing)
    if (opening?.depth === depth) {
      open = opening[form].open + open
      opening = beginsInside(opening.outer, start)
    }
    if (closing?.depth === depth) {
      close += closing[form].close
      closing = endsInside(closing.outer, end)
    }
  }
  return { open, close, size, elided }
}

/** The size of what {@link wrapPart} gives, without making it. */
export function wrapperSize(
  startFrame: Frame | undefined,
  start: number,
  endFrame: Frame | undefined,
  end: number,
  allowed: number,
): number {
  const opening = beginsInside(startFrame?.wrapped, start)
  const closing = endsInside(endFrame?.wrapped, end)
  return opening || closing ? fitLevels(opening, start, closing, end, allowed).size : 0
}

/** How many levels are shown, from the innermost outwards. At one depth a part may begin in one block and end in its sibling. */
function fitLevels(
  opening: WrappedFrame | undefined,
  start: number,
  closing: WrappedFrame | undefined,
  end: number,
  allowed: number,
): { count: number; size: number; elided: boolean } {
  let count = 0
  let size = 0
  /** Of the levels inside the next one. */
  let inner = 0
  while (opening || closing) {
    const depth = innermost(opening, closing)
    const opens = opening?.depth === depth ? opening : undefined
    const closes = closing?.depth === depth ? closing : undefined
    const alone = inner + (opens?.alone.openSize ?? 0) + (closes?.alone.closeSize ?? 0)
    if (alone > allowed) return { count, size, elided: true }
    count++
    size = alone
    if (opens) opening = beginsInside(opens.outer, start)
    if (closes) closing = endsInside(closes.outer, end)
    if (opening || closing) inner += (opens?.inner.openSize ?? 0) + (closes?.inner.closeSize ?? 0)
  }
  return { count, size, elided: false }
}

function innermost(opening: WrappedFrame | undefined, closing: WrappedFrame | undefined): number {
  return Math.max(opening?.depth ?? -1, closing?.depth ?? -1)
}

function beginsInside(frame: WrappedFrame | undefined, start: number): WrappedFrame | undefined {
  while (frame && start <= frame.from) frame = frame.outer
  return frame
}

function endsInside(frame: WrappedFrame | undefined, end: number): WrappedFrame | undefined {
  while (frame && end >= frame.to) frame = frame.outer
  return frame
}
