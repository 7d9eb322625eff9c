import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headingText } from './heading-text.js'

describe('the text of a heading', () => {
  it.each([
    ['**Bold** and *it* and ~~gone~~', 'Bold and it and gone'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['__init__ of `__init__`', 'init of __init__'],
    ['A [link](http://x "t") and ![image](y.png)', 'A link and image'],
    ['[a [nested] one](x) and [b][c]', 'a [nested] one and b'],
    ['[1.0.0] - 2020', '[1.0.0] - 2020'],
    ['Array[int] (optional)', 'Array[int] (optional)'],
    ['Title {#id .class}', 'Title'],
    ['Title {/*custom-id*/}', 'Title'],
    ['A {/* c */} b `{/*x*/}` {/* open', 'A b {/*x*/} {/* open'],
    ['Bar [¶](#bar)', 'Bar'],
    ['Bar[#](#bar "Permanent link")', 'Bar'],
    ['Bar <a class="headerlink" href="#bar">¶</a>', 'Bar'],
    ['¶', '¶'],
    ['The [#](#x) sign', 'The # sign'],
    ['&copy; caf&eacute; &rarr; &Omega;', '© café → Ω'],
    ['Set {1, 2}', 'Set {1, 2}'],
    ['``a ` b`` and ` c', 'a ` b and ` c'],
    ['\\*not\\* C\\#', '*not* C#'],
    ['<a name="x"></a>Title <!-- c -->', 'Title'],
    ['<https://x.y> a < b > c', 'https://x.y a < b > c'],
    ['R&amp;D &lt;b&gt; &#65;&#x42; &unknown;', 'R&D <b> AB &unknown;'],
    ['two\n  lines', 'two lines'],
    ['', ''],
  ])('%j reads %j', (source, text) => {
    expect(headingText(source)).toBe(text)
  })

  it('is short, well formed and quick for any source', () => {
    const mark = fc.constantFrom(...'*_`[]()<>&#;\\!~{} a', '🙂', '&#', '![', '](')
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 3000 }), (marks) => {
        const text = headingText(marks.join(''))
        expect(text.length).toBeLessThanOrEqual(501)
        expect(text.isWellFormed()).toBe(true)
      }),
    )
  })
})
