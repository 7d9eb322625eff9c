import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from './analyzer.js'

const analyzer = createAnalyzer()
const terms = (text: string) => analyzer.analyze(text)

/** A text that holds all words of a query gives all its terms, or at least one of each word. */
const finds = (query: string, text: string) => {
  const there = new Set(terms(text))
  const words = analyzer.words(query).filter((word) => word.terms.length > 0)
  return words.length > 0 && words.every((word) => word.terms.some((term) => there.has(term)))
}

describe('createAnalyzer', () => {
  it('stems English and leaves out stop words', () => {
    expect(terms('The connections were connecting to it')).toEqual(['connect', 'connect'])
    expect(terms("It's John's; don't, they'll")).toEqual(['john'])
  })

  it('can keep stop words and endings, and take other stop words', () => {
    const plain = createAnalyzer({ stopWords: false, stemmer: false })
    expect(plain.analyze('The foxes')).toEqual(['the', 'foxes'])
    expect(createAnalyzer({ stopWords: ['Füchse'] }).analyze('the FÜCHSE run')).toEqual(['the', 'run'])
  })

  it('names itself by its options', () => {
    const ids = [{}, { stemmer: false }, { stopWords: false }, { stopWords: ['a', 'b'] }, { stopWords: ['a'] }].map(
      (options) => createAnalyzer(options as object).id,
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(createAnalyzer({ stopWords: ['b', 'a'] }).id).toBe(ids[3])
  })

  it('refuses what it does not know', () => {
    expect(() => createAnalyzer({ stemer: false } as object)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_OPTION' }),
    )
    expect(() => createAnalyzer({ stemmer: 'snowball' as never })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    )
    expect(() => createAnalyzer({ stopWords: 'german' as never })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    )
  })

  it('gives identifiers whole and in parts', () => {
    expect(terms('getUserName')).toEqual(terms('get_user_name'))
    expect(terms('getUserName')).toEqual(
      expect.arrayContaining(['get', 'user', 'name', ...terms('getusername'), ...terms('username')]),
    )
    expect(terms('parseJSONResponse')).toEqual(expect.arrayContaining(['pars', 'json', 'respons']))
    expect(terms('URLs')).toEqual(['url'])
    expect(terms('sha256sum')).toEqual(expect.arrayContaining(['sha', '256', 'sum']))
    expect(terms('RULE-A002')).toEqual(expect.arrayContaining(['rule', 'a002', 'rulea002']))
    expect(terms('__init__')).toEqual(['init'])
  })

  it('knows names with signs', () => {
    expect(terms('C++ and C# and F#')).toEqual(['c++', 'c#', 'f#'])
    expect(terms('.NET')).toEqual(['.net', 'net'])
    expect(terms('# Title ## Part')).toEqual(['titl', 'part'])
    expect(terms('end.Next')).toEqual(expect.arrayContaining(['next']))
  })

  it('reads versions and numbers whole and in parts', () => {
    expect(terms('v2.4.10')[0]).toBe('2.4.10')
    expect(terms('2.4.10')).toEqual(['2.4.10', '2', '4', '10'])
    expect(terms('1,000,000')[0]).toBe('1000000')
    expect(terms('0054')).toEqual(['0054'])
    expect(terms('1,2,3')).toEqual(['1', '2', '3'])
  })

  it.each([
    ['学習', '機械学習は人工知能の一分野'],
    ['拡張生成', '検索拡張生成の仕組みを説明する'],
    ['认证', '认证系统使用JWT令牌'],
    ['JWT', '认证系统使用JWT令牌'],
    ['認証', '認証システム'],
    ['データ', 'データベース'],
    ['張', '張'],
    ['ข้าว', 'ฉันชอบกินข้าวเช้าทุกวัน'],
    ['กำลัง', 'เขากำลังกินข้าว'],
    ['학생', '저는 학생입니다'],
    ['العالم', 'مرحبا بالعالم العربي'],
    ['مكتبة', 'المَكْتَبَة'],
    ['strasse', 'Straße'],
    ['cafe', 'café'],
    ['istanbul', 'İstanbul'],
    ['ISTANBUL', 'İstanbul'],
    ['οδος', 'ΟΔΌΣ'],
    ['ёлка', 'Елка'],
    ['smorrebrod', 'Smørrebrød'],
    ['łódź', 'LODZ'],
    ['hello', 'ＨＥＬＬＯ'],
    ['office', 'oﬃce'],
    ['example', 'exam\u00adple'],
    ['cafe', 'cafe\u0301'],
    ['signoff', 'dco sign-off'],
    ['sign-off', 'dco-signoff needed'],
    ['A002', 'RULE-A002 detects'],
    ['rule a002', 'RULE-A002 detects'],
    ['0054', 'DEC-0054'],
    ['agent', 'multi-agent'],
    ['2026.4.10', 'v2026.4.10'],
    ['username', 'getUserName'],
    ['user name', 'getUserName'],
    ['nodejs', 'Node.js'],
    ['node', 'Node.js'],
    ['.net', 'the .NET runtime'],
    ['c++', 'write C++, please'],
    ['homme', "l'homme"],
    ['oreilly', 'O’Reilly'],
    ['config', 'config.json'],
    ['1000000', '1,000,000'],
  ])('finds %s in %s', (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it.each([
    ['唐', '益智游戏'],
    ['張益', '益張'],
    ['c', 'C++'],
    ['then', 'the hen'],
    ['२', '3'],
  ])('does not find %s in %s', (query, text) => {
    expect(finds(query, text)).toBe(false)
  })

  it('finds nothing to say about signs and lone marks', () => {
    for (const text of ['', '?!', '--- ***', '\u0301\u0302', '😀', '\ud800', '...']) expect(terms(text)).toEqual([])
  })

  it('gives well-formed terms for any text, the same ones every time', () => {
    const piece = fc.constantFrom(
      'a',
      'Ab',
      'B',
      '1',
      '-',
      '_',
      '.',
      ',',
      "'",
      '’',
      '+',
      '#',
      ' ',
      'é',
      '\u0301',
      'ß',
      '東',
      'カ',
      'ー',
      'ข้าว',
      'กำ',
      'ال',
      '한국어',
      '\u{1F600}',
      '\u{20000}',
      '\ud800',
      '\u00ad',
      '\u200d',
      'ﷺ',
      '½',
      'İ',
    )
    const hostile = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        const first = terms(text)
        expect(createAnalyzer().analyze(text)).toEqual(first)
        for (const term of first) {
          expect(term).not.toBe('')
          expect(term).not.toMatch(/\s/)
          expect(term.length).toBeLessThanOrEqual(128)
        }
        expect(analyzer.words(text).flatMap((word) => [...word.terms])).toEqual(first)
        expect(terms(`${text} zebra`).slice(0, first.length)).toEqual(first)
      }),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion to the length of hostile text', () => {
    for (const unit of [
      'a',
      'aB',
      'a-',
      '_',
      '.',
      "a'",
      '1,000,',
      '東',
      'カ',
      'ข',
      '한',
      '\u0301',
      'a\u0301',
      '+',
      'ﷺ',
      '\u{20000}',
      'ال',
      'A1',
    ]) {
      const cpu = (size: number) => {
        const text = unit.repeat(size / unit.length)
        const before = process.cpuUsage().user
        terms(text)
        return process.cpuUsage().user - before
      }
      cpu(20_000)
      expect(cpu(160_000), JSON.stringify(unit)).toBeLessThan(12 * cpu(20_000) + 100_000)
    }
  })
})
