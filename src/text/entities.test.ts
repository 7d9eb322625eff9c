import { describe, expect, it } from 'vitest'
import { decodeEntities } from './entities.js'

describe('character references', () => {
  it.each([
    ['&copy; &eacute; &rarr; &yuml; &nbsp;&Omega;', '© é → ÿ \u00a0Ω'],
    ['R&amp;D &lt;b&gt; &#65;&#x42;&#X43;', 'R&D <b> ABC'],
    ['&amp;copy;', '&copy;'],
    ['&#0; &#xd800; &#9999999;', '\ufffd \ufffd \ufffd'],
    ['&unknown; &copy &constructor; &#x; &;', '&unknown; &copy &constructor; &#x; &;'],
  ])('%j reads %j', (source, text) => {
    expect(decodeEntities(source)).toBe(text)
  })
})
