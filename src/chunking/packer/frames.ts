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

interface WrappedFrame extends Frame {
  /** First and last visible offset of the block: a part that begins or ends there needs no wrapper on that side. */
  readonly from: number
  readonly to: number
  readonly outer: WrappedFrame | undefined
  /** As one of several levels, and as the outermost one shown. */
  readonly inner: Wrapper
  readonly alone: Wrapper
}

interface Wrapper {
  open: string
  close: string
  openSize: number
  closeSize: number
}

export interface WrapperResult {
  open: string
  close: string
  size: number
  /** Outer levels were left out. */
  elided: boolean
}

const NONE: WrapperResult = { open: '', close: '', size: 0, elided: false }

export function createFrame(
  text: string,
  block: Block,
  parent: Frame | undefined,
  sizeOf: (text: string) => number,
): Frame {
  const depth = parent ? parent.depth + 1 : 0
  const outer = parent?.wrapped
  const inner = wrapper(block, false, sizeOf)
  if (!inner) return { block, parent, depth, wrapped: outer }
  const frame = {
    block,
    parent,
    depth,
    outer,
    inner,
    alone: wrapper(block, true, sizeOf) ?? inner,
    from: skipSpace(text, block.span.start, block.span.end),
    to: skipSpaceBack(text, block.span.start, block.span.end),
    wrapped: undefined as WrappedFrame | undefined,
  }
  frame.wrapped = frame
  return frame
}

function wrapper(block: Block, outermost: boolean, sizeOf: (text: string) => number): Wrapper | undefined {
  const wrap = block.wrap?.(outermost)
  if (!wrap || (wrap.open === '' && wrap.close === '')) return undefined
  return { ...wrap, openSize: sizeOf(wrap.open), closeSize: sizeOf(wrap.close) }
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
  let left = beginsInside(startFrame?.wrapped, start)
  let right = endsInside(endFrame?.wrapped, end)
  if (!left && !right) return NONE
  const levels: Level[] = []
  let size = 0
  let result = 0
  let elided = false
  while (left || right) {
    const depth = Math.max(left?.depth ?? -1, right?.depth ?? -1)
    const level: Level = {
      opens: left?.depth === depth ? left : undefined,
      closes: right?.depth === depth ? right : undefined,
    }
    const asOutermost: number = size + levelSize(level, 'alone')
    if (asOutermost > allowed) {
      elided = true
      break
    }
    result = asOutermost
    size += levelSize(level, 'inner')
    levels.push(level)
    if (level.opens) left = beginsInside(level.opens.outer, start)
    if (level.closes) right = endsInside(level.closes.outer, end)
  }
  let open = ''
  let close = ''
  for (const [index, { opens, closes }] of levels.entries()) {
    const form = index === levels.length - 1 ? 'alone' : 'inner'
    if (opens) open = opens[form].open + open
    if (closes) close += closes[form].close
  }
  return { open, close, size: result, elided }
}

/** What stands at one depth; the part may begin in one block and end in its sibling. */
interface Level {
  opens: WrappedFrame | undefined
  closes: WrappedFrame | undefined
}

function levelSize({ opens, closes }: Level, form: 'inner' | 'alone'): number {
  return (opens?.[form].openSize ?? 0) + (closes?.[form].closeSize ?? 0)
}

function beginsInside(frame: WrappedFrame | undefined, start: number): WrappedFrame | undefined {
  while (frame && start <= frame.from) frame = frame.outer
  return frame
}

function endsInside(frame: WrappedFrame | undefined, end: number): WrappedFrame | undefined {
  while (frame && end >= frame.to) frame = frame.outer
  return frame
}
