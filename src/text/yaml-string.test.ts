import { describe, expect, it } from 'vitest'
import { readYamlString } from './yaml-string.js'

describe('a string of YAML', () => {
  it.each([
    ["'It''s here' # note", "It's here"],
    ['"A \\"b\\" c\\u00e9\\n"', 'A "b" cé'],
    ['Plain # note', 'Plain'],
    ['C# and #1', 'C# and'],
    ['a: b', 'a: b'],
  ])('%s reads %j', (value, text) => {
    expect(readYamlString(value)).toBe(text)
  })

  it('is folded over the indented lines after it', () => {
    for (const mark of ['>', '|', '>-', '|2+ # note']) {
      expect(readYamlString(mark, ['  One', '', '  two', 'next: 3'])).toBe('One two')
    }
    expect(readYamlString('>', ['next: 3'])).toBeUndefined()
  })

  it('is nothing but a string', () => {
    for (const value of ['', '# note', '[a, b]', '{ a: 1 }', '&a b', '*a', '!!str x', '"open', "'open", '""']) {
      expect(readYamlString(value)).toBeUndefined()
    }
  })
})
