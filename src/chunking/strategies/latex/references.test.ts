import { describe, expect, it } from 'vitest'
import { References } from './references.js'

function sample(): References {
  const references = new References()
  references.add('label', 'a, b', 10)
  references.add('cref', 'x, y', 20)
  references.add('citep', 'k,l', 30)
  references.add('nocite', 'k', 40)
  references.add('input', 'chapters/one', 50)
  return references
}

describe('References', () => {
  it('splits lists of keys, but not labels and files', () => {
    expect(sample().within(0, 100)).toEqual({
      labels: ['a, b'],
      refs: ['x', 'y'],
      citations: ['k', 'l'],
      inputs: ['chapters/one'],
    })
  })

  it('finds only what begins in the span', () => {
    expect(sample().within(20, 30)).toEqual({ refs: ['x', 'y'] })
    expect(sample().within(21, 31)).toEqual({ citations: ['k', 'l'] })
    expect(sample().within(60, 100)).toEqual({})
  })

  it('leaves out what names no entry', () => {
    const references = new References()
    references.add('nocite', '*', 0)
    expect(references.within(0, 10)).toEqual({})
  })

  it('takes the keys of several arguments', () => {
    const references = new References()
    references.add('crefrange', 'a}{b', 0)
    references.add('textcites', 'c,d}[p. 3]{e', 1)
    expect(references.within(0, 10)).toEqual({ refs: ['a', 'b'], citations: ['c', 'd', 'e'] })
  })

  it('leaves out empty keys', () => {
    const references = new References()
    references.add('cite', ' , a,', 0)
    references.add('label', ' ', 1)
    expect(references.within(0, 10)).toEqual({ citations: ['a'] })
  })
})
