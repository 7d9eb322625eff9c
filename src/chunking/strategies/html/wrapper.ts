import type { View } from './view.js'

/**
 * A start tag longer than this is repeated without its attributes, one that holds several levels of elements if it is
 * longer than its share: attributes of outer levels go before a level as a whole would have to.
 */
const LONGEST_OPEN = 120

/** Makes parts of an element whole again: its start tag and an end tag. */
export function wrapperOf({ source, tree, outline }: View, element: number): () => { open: string; close: string } {
  return () => {
    const tag = source.slice(tree.start(element), tree.openEnd(element))
    const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? tree.tag(element).name
    const longest = LONGEST_OPEN / Math.max(1, outline.height(element))
    return { open: tag.length <= longest ? tag : `<${name}>`, close: `</${name}>` }
  }
}
