import { describe, expect, it } from 'vitest'
import { describeText } from './describe.js'

const titleOf = (text: string, mediaType: string) => describeText(text, mediaType).title

describe('the title of Markdown', () => {
  it.each([
    ['# Guide\n\nText', 'Guide'],
    ['\ufeff# Guide', 'Guide'],
    ['text first\n\n## Later ##\n', 'Later'],
    ['Set text\n===\n', 'Set text'],
    ['Sub\r\n---\r\n', 'Sub'],
    ['```sh\n# not a title\n```\n# Title', 'Title'],
    ['~~~~\n```\n# no\n~~~\n# no\n~~~~\n# yes', 'yes'],
    ['# The **bold** `code` [link](http://x) ![badge](b.svg) <b>tag</b> {#id}', 'The bold code link tag'],
    ['# snake_case_name and 2 * 3', 'snake_case_name and 2 * 3'],
    ['---\ntitle: From front matter\n---\n# Heading', 'From front matter'],
    ['---\ntitle: "Quoted: \\"yes\\"" # note\n---\n', 'Quoted: "yes"'],
    ["---\ntitle: 'It''s'\n---\n", "It's"],
    ['+++\ntitle = "Toml"\n+++\n', 'Toml'],
    ['---\ntitle: |\n  block\n---\n# Heading', 'block'],
    ['---\ntitle: >-\n  Folded\n  title\nlang: de\n---\n# Heading', 'Folded title'],
    ['---\ntitle: [a]\n---\n# Heading', 'Heading'],
    ['## Set up {/*set-up*/}', 'Set up'],
    ['# Bar [¶](#bar)', 'Bar'],
    ['# &copy; caf&eacute; &rarr; 2', '© café → 2'],
    ['---\ndate: 1\n---\n\nName\n----\n', 'Name'],
    ['#\n\n# Second', 'Second'],
  ])('%j', (text, title) => {
    expect(titleOf(text, 'text/markdown')).toBe(title)
  })

  it('is absent without a heading', () => {
    for (const text of ['', 'plain', '#hashtag', '- item\n---', '---\n---\n', '```\n# in code']) {
      expect(titleOf(text, 'text/markdown')).toBeUndefined()
    }
  })
})

describe('the title of HTML', () => {
  it('is the title element, with its entities decoded', () => {
    const html =
      '<!doctype html><!-- <title>old</title> --><html lang="pt-BR"><head><TITLE data-x>A &amp; B\n &#8212; C</title>'
    expect(describeText(html, 'text/html')).toEqual({ title: 'A & B — C', language: 'pt-BR' })
  })

  it('is absent when it is unfinished or empty', () => {
    for (const html of ['<title>never closed', '<title', '<title></title>', '<p>text', '<!-- <title>x</title>']) {
      expect(titleOf(html, 'text/html')).toBeUndefined()
    }
  })
})

describe('the title of LaTeX', () => {
  it.each([
    ['\\title{The \\emph{big} idea}', 'The big idea'],
    ['%\\title{old}\n\\title[short]{A \\\\ B~C \\& D\\thanks{to all}}', 'A B C & D'],
    ['\\title {Spaced}', 'Spaced'],
  ])('%j', (text, title) => {
    expect(titleOf(text, 'text/x-tex')).toBe(title)
  })

  it('is absent when it is unclosed, or another command', () => {
    for (const text of ['\\title{open', '\\titleformat{x}', 'no title']) {
      expect(titleOf(text, 'text/x-tex')).toBeUndefined()
    }
  })
})

describe('describeText', () => {
  it('says nothing of other formats', () => {
    expect(describeText('# x', 'text/plain')).toEqual({})
  })

  it('keeps titles short and languages well-formed', () => {
    expect(titleOf(`# ${'x'.repeat(5000)}`, 'text/markdown')).toHaveLength(300)
    expect(describeText('---\nlang: de\ntitle: T\n---\n', 'text/markdown').language).toBe('de')
    expect(describeText('---\nlang: "no language"\n---\n', 'text/markdown').language).toBeUndefined()
  })

  it('takes hostile texts in its stride', () => {
    const began = process.cpuUsage()
    for (const mediaType of ['text/markdown', 'text/html', 'text/x-tex']) {
      for (const unit of [
        '<!--',
        '<title',
        '<html',
        '\\title[',
        '\\title{',
        '{',
        '# [',
        '![',
        '***',
        '`',
        '---\n',
        'a: ',
        '\\',
      ]) {
        describeText(unit.repeat(100_000), mediaType)
      }
    }
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(3000)
  })
})
