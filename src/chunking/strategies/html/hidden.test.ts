import { describe, expect, it } from 'vitest'
import { StrategyChunker } from '../../chunker.js'
import { type HtmlOptions, htmlStrategy, metadata } from './index.js'

async function text(page: string, options: HtmlOptions = {}, mediaType = 'text/html'): Promise<string> {
  const chunks = await new StrategyChunker('html', htmlStrategy, metadata, options).chunk({ text: page, mediaType })
  return chunks.map((chunk) => chunk.text).join('\n')
}

describe('what a page does not show', () => {
  it('ends with the element that is not shown', async () => {
    expect(await text('<p><ruby>漢<rp>(<rt>kan<rp>)</ruby> and the rest of it.</p>')).toBe('漢kan and the rest of it.')
    expect(await text('<span hidden>a<span>b</span>c</span>d')).toBe('d')
    expect(await text('<b hidden>x<div>y</b>z</div>w')).toBe('z\nw')
    expect(await text('<b hidden>x<b class=y><div></b>u</b>z</div>w')).toBe('z\nw')
  })

  it('does not end where a head begins in the middle of the page', async () => {
    expect(await text('<div hidden><head>secret text</div>x')).toBe('x')
    expect(await text('<html hidden><head>secret text')).toBe('')
    expect(await text('<div>q</div><p>a<head>b')).toBe('q\n\nab')
  })

  it('is everything in noscript, also tags that end nothing', async () => {
    expect(await text('<noscript><head>zz</noscript>x')).toBe('x')
    expect(await text('<div><noscript></div>a</noscript>b</div>c')).toBe('b\nc')
    expect(await text('<noscript><style></noscript>x')).toBe('x')
  })

  it('is what popovers, meters and pictures hold beside text', async () => {
    expect(await text('<p popover>x</p>a<meter value=1>m</meter><progress>p</progress>z')).toBe('az')
    const picture = '<g>plain &amp;</g><text>t<tspan>u</tspan></text><a>w</a><foreignObject>f</foreignObject>'
    expect(await text(`<svg>plain${picture}</svg>x`)).toBe('tu\nf\nx')
  })

  it('is what its style hides, and nothing that only looks so', async () => {
    const hidden = ['display:/**/none', 'visibility:hidden', 'content-visibility: HIDDEN', 'd\\69splay:none']
    hidden.push('display:none !important; display:block', 'display:none;display:bogus', 'a:";}";display:none')
    for (const style of hidden) expect(await text(`<p style='${style}'>x</p>z`), style).toBe('z')
    const shown = ['display:none;display:block', 'background:url(a;display:none)', 'content:"a;display:none"']
    shown.push('{display:none}', 'color:red}display:none', '/* display:none', 'display:none!x')
    for (const style of shown) expect(await text(`<p style='${style}'>x</p>z`), style).toBe('x\n\nz')
  })

  it('is shown where its style displays it', async () => {
    expect(await text('<p hidden style="display:block">x</p><dialog style="display:block">y</dialog>')).toBe('x\n\ny')
  })

  it('is a script with all the scripts that it writes', async () => {
    expect(await text('<script>var a = "<!-- <script>x</script> -->"; secret()</script><p>t')).toBe('t')
    expect(await text('<script><!--></script>y<script><!-- <script> --></script>z')).toBe('yz')
  })

  it('is what XML has before the page and around a script', async () => {
    const xhtml = 'application/xhtml+xml'
    const type = '<!DOCTYPE html [ <!ENTITY co "Comp > any"> <!-- it\'s ]> --> ]>'
    expect(await text(`${type}<p>x</p>`, {}, xhtml)).toBe('x')
    expect(await text('<!DOCTYPE html PUBLIC "a[b" "c>d"><p>x</p>', {}, xhtml)).toBe('x')
    expect(await text('<p><script><![CDATA[ a</script>b) ]]></script>x</p>', {}, xhtml)).toBe('x')
  })

  it('is around the main content by its role, too', async () => {
    const page = '<div role=navigation>n</div><div role=banner><h1>B</h1></div><p>x</p><div role=contentinfo>f</div>'
    expect(await text(`${page}<span role=complementary>y</span>`, { mainContent: true })).toBe('x')
    expect(await text('<main><p role=navigation>n</p>x</main>', { mainContent: true })).toBe('x')
  })
})
