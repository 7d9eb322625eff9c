import { describe, expect, it } from 'vitest'
import { EnvironmentIndex } from './environment-index.js'

describe('EnvironmentIndex', () => {
  it('finds the first end of a name from an offset on', () => {
    const index = new EnvironmentIndex('\\end{a} \\end{b} \\end{a}')
    expect(index.firstEnd('a', 0)).toBe(0)
    expect(index.firstEnd('a', 1)).toBe(16)
    expect(index.firstEnd('a', 17)).toBe(-1)
    expect(index.firstEnd('constructor', 0)).toBe(-1)
  })

  it('pairs what begins and ends past environments of the same name and comment lines', () => {
    const text = '\\begin{a}\\begin{a}\\end{a}\n  % or \\end{a}\n\\end{a}'
    const index = new EnvironmentIndex(text)
    expect(index.partner('a', 0)).toBe(text.lastIndexOf('\\end'))
    expect(index.partner('a', 9)).toBe(18)
    expect(new EnvironmentIndex('\\begin{a}\\begin{a}\\end{a}').partner('a', 0)).toBe(-1)
  })
})
