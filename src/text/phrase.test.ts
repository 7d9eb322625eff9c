import { describe, expect, it } from 'vitest'
import { phraseMatcher } from './phrase.js'

const holds = (phrase: string, text: string) => phraseMatcher(phrase)!(text)

describe('phraseMatcher', () => {
  it('compares words, not case, diacritics or punctuation', () => {
    expect(holds('sign off', 'The Sign-off, please')).toBe(true)
    expect(holds('Cafe de l’Europe', "café   de l'europe")).toBe(true)
    expect(holds('to be or not', 'To be,\n or not to be')).toBe(true)
  })

  it('keeps to whole words in their order', () => {
    expect(holds('sign off', 'design office')).toBe(false)
    expect(holds('sign off', 'off sign')).toBe(false)
    expect(holds('sign off', 'sign it off')).toBe(false)
    expect(holds('fox', 'foxes')).toBe(false)
  })

  it('finds phrases inside scripts without spaces', () => {
    expect(holds('拡張生成', '検索拡張生成の仕組み')).toBe(true)
    expect(holds('กินข้าว', 'ฉันชอบกินข้าวเช้า')).toBe(true)
  })

  it('is undefined for a phrase without words', () => {
    expect(phraseMatcher('?!')).toBeUndefined()
    expect(phraseMatcher('')).toBeUndefined()
  })
})
