/** Parsers that only read: what a format costs before anything is cut. They give no chunks. */
export async function load() {
  return { create: async (name) => readers[name]() }
}

const readers = {
  async 'markdown-it'() {
    const { default: MarkdownIt } = await import('markdown-it')
    const parser = new MarkdownIt()
    parser.core.ruler.enableOnly(['normalize', 'block'])
    return async (text) => {
      parser.parse(text, {})
      return []
    }
  },

  async htmlparser2() {
    const { Parser } = await import('htmlparser2')
    return async (text) => {
      const parser = new Parser({ onopentag() {}, ontext() {}, onclosetag() {} })
      parser.end(text)
      return []
    }
  },

  async 'unified-latex'() {
    const { parse } = await import('@unified-latex/unified-latex-util-parse')
    return async (text) => {
      parse(text)
      return []
    }
  },
}
