import { describe, expect, it } from 'vitest'
import { borderStrength, HeadingPath, shortName } from './headings.js'

function names({ context }: HeadingPath): string {
  return context.map((part) => part.text).join(' > ')
}

describe('HeadingPath', () => {
  it('replaces headings of the same level and below', () => {
    const path = new HeadingPath('T')
    path.heading(1, 'a')
    path.heading(3, 'b')
    path.heading(2, 'c')
    expect(names(path)).toBe('T > a > c')
    path.heading(1, 'd')
    expect(names(path)).toBe('T > d')
  })

  it('gives up the headings of a section at its end', () => {
    const path = new HeadingPath('')
    path.heading(1, 'a')
    path.enter()
    path.heading(2, 'b')
    path.enter()
    path.heading(2, 'c')
    expect(names(path)).toBe('a > c')
    path.leave()
    expect(names(path)).toBe('a > b')
    path.leave()
    expect(names(path)).toBe('a')
  })

  it('puts h1 inside a section below the headings around it', () => {
    const path = new HeadingPath('')
    path.heading(1, 'a')
    path.enter()
    path.heading(1, 'b')
    path.heading(1, 'c')
    expect(names(path)).toBe('a > c')
  })

  it('leaves the arrays that blocks hold unchanged', () => {
    const path = new HeadingPath('')
    path.heading(1, 'a')
    const { context } = path
    path.heading(2, 'b')
    expect(context).toHaveLength(1)
  })

  it('stays short however deep sections are nested', () => {
    const path = new HeadingPath('')
    for (let depth = 0; depth < 1000; depth++) {
      path.enter()
      path.heading(1, String(depth))
    }
    expect(path.context.length).toBeLessThan(20)
  })
})

describe('borderStrength', () => {
  it('falls with the level and never below that of a section border', () => {
    const strengths = [1, 2, 3, 4, 5, 6, 7, 50].map(borderStrength)
    expect(strengths[0]).toBe(0.99)
    expect(strengths).toEqual([...strengths].sort((a, b) => b - a))
    expect(Math.min(...strengths)).toBeGreaterThanOrEqual(0.9)
  })
})

describe('shortName', () => {
  it('is one line, cut between code points', () => {
    expect(shortName(' a\n  b ')).toBe('a b')
    expect(shortName(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199))
    expect(shortName('y'.repeat(10_000_000))).toHaveLength(200)
  })
})
