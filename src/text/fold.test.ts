import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldCase, normalizeText } from './fold.js'

const fold = (text: string) => foldCase(normalizeText(text))

describe('folding', () => {
  it.each([
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ΣΟΦΟΣ', 'σοφοσ'],
    ['σοφός', 'σοφοσ'],
    ['Ǆungla', 'dzungla'],
    ['Łódź', 'lodz'],
    ['Ærøskøbing', 'aeroskobing'],
    ['ﬁn', 'fin'],
    ['Ｔｅｓｓｅｒａ', 'tessera'],
    ['Việt', 'viet'],
    ['שָׁלוֹם', 'שלום'],
    ['مَرْحَبًا', 'مرحبا'],
    ['إسلام', 'اسلام'],
  ])('brings %s to %s', (text, folded) => expect(fold(text)).toBe(folded))

  it('keeps marks that make another letter', () => {
    expect(fold('が')).not.toBe(fold('か'))
    expect(fold('हिन्दी')).toBe('हिन्दी'.normalize('NFC'))
    expect(fold('กำลัง')).toBe('กำลัง')
    expect(fold('한국')).toBe('한국')
  })

  it('folds once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })
})
