import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from './sentences.js'

const split = (text: string) => [...sentences(text)].map(({ start, end }) => text.slice(start, end))

/** `|` marks where a new sentence begins. */
const cases: Record<string, string[]> = {
  'plain prose': ['The cat sat. |It slept! |Did it dream? |Perhaps.', 'One line\nwrapped here. |Next one.'],
  'abbreviations and titles': [
    'Prof. Ada Lovell met Mrs. Gray, Lt. Cole and Rev. Hill. |They dined.',
    'We tested several tools, e.g. Make and Ninja, i.e. builders. |All passed.',
    'Compare this with Brown et al. (2019) and Lee et al. |The others differ.',
    'Sales rose approx. 12 percent vs. last year. |Costs fell.',
    'Acme Corp. builds boats. |Zenith Ltd. |They compete.',
    'Bring pens, paper, etc. |We start early.',
    'Open from 9 a.m. to 6 p.m. daily. |Closed at 7 p.m. |Come by.',
  ],
  'numbers and references': [
    'See Fig. 7 and Eq. 12 in Vol. II, pp. 4-9. |It is clear.',
    'Pi is 3.14159. |Euler is 2.71828.',
    'Release v2.10.3 fixed it. |Upgrade to 2.11. |Done.',
    'It ended in 1918. |Nobody won.',
    '1. Mix the flour. |2. Add water. |3. Bake.',
    'It took 5 ms. |The next run took 7 ms.',
  ],
  'initials and acronyms': [
    'E. M. Forster and W. H. Auden talked. |They agreed.',
    'The U.S. Senate met. |She lives in the U.S. |He does not.',
    'He holds a Ph.D. |It took years.',
  ],
  'quotes and brackets': [
    '"Where are you?" she asked. |"Here." |Silence.',
    'He said: “Leave it.” |Then he left.',
    '(See the note.) |The note is long. |[It ends here.] |Good.',
    'It works.[3] |So they say.[12] |Fine.',
    '**Warning.** |Do not open. |_Really._ |Yes.',
  ],
  ellipses: [
    'He waited... and waited. |Then he left... |She stayed.',
    'Well . . . maybe not. |Fine.',
    'Odd… but true. |Yes…',
  ],
  'names of programs': [
    'Edit main.rs and run cargo.build() first. |It compiles.',
    'Visit https://a.example/x.y?Q=Z. |Then return.',
    'Ask Yahoo! or others. |iOS works too. |macOS does not.',
    'The .NET runtime loads. |Node.js does not.',
  ],
  'blank lines and lists': [
    'Heading without stop\n\n|Body starts here',
    'Items:\n|- one\n|- two\n|1. three',
    'a b\r\n\r\n|c d',
    '# Title\n|## Part\nText',
  ],
  German: [
    'Am 3. Oktober wird gefeiert. |Das ist z. B. in Ulm so. |Prof. Weiß kam bzw. ging.',
    'Im 19. Jahrhundert war es so. |Heute nicht.',
  ],
  French: ['Mme. Petit est là. |« Venez ! » dit-elle. |Il est 3 h.', 'Qui ? |Moi.'],
  Spanish: ['¿Cómo estás? |¡Bien! |La Sra. Gómez salió.'],
  Italian: ['Il dott. Rossi arriva. |Poi parte.'],
  Russian: ['Он живёт на ул. Мира в г. Томск. |Там холодно.', 'Книги, журналы и т. д. |Всё есть.'],
  Polish: ['To jest np. kot. |A to pies.'],
  Greek: ['Πού είσαι; |Εδώ.', 'a; b; c'],
  Chinese: ['他来了。|你呢？|“好！”|大家都笑了。', '价格是３．１４元。|贵吗？'],
  Japanese: ['雨です。|傘はどこ？|「そうです。」と彼女は言った。|終わり。'],
  Korean: ['비가 온다. |우산은 어디 있지?'],
  Hindi: ['वह आया। |डॉ. वर्मा गए। |क्यों?'],
  Arabic: ['أين أنت؟ |أنا هنا.'],
  Urdu: ['وہ آیا۔ |تم کہاں ہو؟'],
  Thai: ['ฝนตกแล้ว |ร่มอยู่ไหน', 'มี 3 ตัว'],
  Burmese: ['မိုးရွာသည်။|ထီးဘယ်မှာလဲ။'],
  Khmer: ['ភ្លៀងធ្លាក់។|ឆ័ត្រនៅឯណា។'],
  Armenian: ['Նա եկավ։ |Ո՞ւր է։'],
  Amharic: ['ዝናብ ነው። |ጃንጥላ የት ነው?'],
}

describe('sentences', () => {
  for (const [name, marked] of Object.entries(cases)) {
    it(`cuts ${name}`, () => {
      for (const one of marked) {
        expect(split(one.replaceAll('|', ''))).toEqual(one.split('|').map((part) => part.trim()))
      }
    })
  }

  it('looks only between start and end', () => {
    const text = 'One. Two. Three.'
    expect([...sentences(text, 5, 12)]).toEqual([
      { start: 5, end: 9 },
      { start: 10, end: 12 },
    ])
  })

  it('leaves out nothing but white space, keeps order, and starts and ends on text', () => {
    const piece = fc.constantFrom(
      'a',
      'Word',
      'e.g',
      'Dr',
      '3',
      'U.S',
      '.',
      '!',
      '?',
      '…',
      '。',
      '؟',
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\n\n',
      '\u2029',
      '\u3000',
      '"',
      ')',
      '(',
      '”',
      '」',
      '-',
      '#',
      '1.',
      'ก',
      'と',
      ';',
      'α',
      '[1]',
      '»',
      '\u{1F600}',
      '\ud800',
      '．',
      '１',
      '*',
      ',',
      '\ufeff',
    )
    const hostile = fc.oneof(
      fc.array(piece, { maxLength: 50 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(hostile, fc.nat(20), fc.nat(20), (text, from, less) => {
        const start = Math.min(from, text.length)
        const end = Math.max(start, text.length - less)
        let last = start
        for (const span of sentences(text, start, end)) {
          expect(text.slice(last, span.start).trim()).toBe('')
          const sentence = text.slice(span.start, span.end)
          expect(sentence.trim()).toBe(sentence)
          expect(sentence).not.toBe('')
          expect(span.end).toBeLessThanOrEqual(end)
          last = span.end
        }
        expect(text.slice(last, end).trim()).toBe('')
      }),
      { numRuns: 1500 },
    )
  })

  it('takes time in proportion to the length of hostile text', () => {
    const units = [
      '.',
      '. ',
      '."',
      ' ',
      '\n ',
      '. . ',
      'a.',
      'A. ',
      '?A',
      '。」と',
      '[1]',
      '!»',
      'a\n',
      ' »',
      '.\t\n',
      'ก ',
      '1.\n',
    ]
    for (const unit of units) {
      const cpu = (size: number) => {
        const text = `a${unit.repeat(size / unit.length)}`
        const before = process.cpuUsage().user
        let covered = 0
        for (const span of sentences(text)) covered += span.end - span.start
        expect(covered).toBeGreaterThan(0)
        return process.cpuUsage().user - before
      }
      cpu(20_000)
      const most = 12 * cpu(40_000) + 50_000
      // Other work on the machine costs time too; what grows too fast does so each time.
      expect(Math.min(cpu(320_000), cpu(320_000)), JSON.stringify(unit)).toBeLessThan(most)
    }
  })
})
