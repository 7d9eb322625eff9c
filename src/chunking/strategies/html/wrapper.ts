import type { View } from './view.js'

/** A start tag longer than this is repeated without its attributes. */
const LONGEST_OPEN = 120

/** Makes parts of an element whole again: its start tag and an end tag. */
export function wrapperOf({ source, tree }: View, element: number): () => { open: string; close: string } {
  return () => {
    const tag = source.slice(tree.start(element), tree.openEnd(element))
    const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? tree.tag(element).name
    return { open: tag.length <= LONGEST_OPEN ? tag : `<${name}>`, close: `</${name}>` }
  }
}
