import { describe, expect, it } from 'vitest'
import { mediaTypeOfName, plainMediaType } from './media-types.js'
import { guessMediaType, sniffMediaType } from './sniff.js'

describe('mediaTypeOfName', () => {
  it.each([
    ['README.MD', 'text/markdown'],
    ['docs/guide.mdx', 'text/markdown'],
    ['C:\\docs\\a.tex', 'text/x-tex'],
    ['file:///a%20b/page.html?x=a.md#c.json', 'text/html'],
    ['https://example.com/data.jsonl?v=1.2', 'application/x-ndjson'],
    ['settings.jsonc', 'application/json'],
    ['types.d.ts', 'text/typescript'],
    ['src/Makefile', 'text/x-makefile'],
    ['weird#name?.py', 'text/x-python'],
  ])('%s is %s', (name, mediaType) => {
    expect(mediaTypeOfName(name)).toBe(mediaType)
  })

  it('knows nothing of other names', () => {
    for (const name of [
      '',
      'noextension',
      'README',
      'docs/LICENSE',
      'a.unknownext',
      'archive.md/file',
      'constructor',
      'a.__proto__',
      'a.',
    ]) {
      expect(mediaTypeOfName(name)).toBeUndefined()
    }
  })
})

describe('plainMediaType', () => {
  it('drops parameters and case', () => {
    expect(plainMediaType('Text/HTML; charset="utf-8"')).toBe('text/html')
  })
})

describe('sniffMediaType', () => {
  it.each([
    ['\ufeff\n<!DOCTYPE html><p>x', 'text/html'],
    ['<html lang="de">', 'text/html'],
    ['<?xml version="1.0"?>\n<feed/>', 'application/xml'],
    ['<?xml version="1.0"?>\n<svg xmlns="">', 'image/svg+xml'],
    [' {"a": [1, 2]}\n', 'application/json'],
    ['[]', 'application/json'],
    ['{"a":1}\n{"a":2}\n', 'application/x-ndjson'],
    ['% comment\n\\documentclass{article}', 'text/x-tex'],
    ['# Title\n\nSee [here](a.md).', 'text/markdown'],
    ['---\ntitle: A\n---\nText', 'text/markdown'],
    ['#!/usr/bin/env python3\nprint(1)', 'text/x-python'],
    ['#!/bin/bash\necho', 'text/x-shellscript'],
    ['# a comment\nkey = value', 'text/plain'],
    ['[1] Smith, J. A book. 1999.', 'text/plain'],
    ['[link](target) and words', 'text/plain'],
    ['{ braces in prose }', 'text/plain'],
    ['\\section in passing', 'text/plain'],
    ['\\section{Intro}\nAs shown \\cite{a}.', 'text/x-tex'],
    ['\\chapter{Arrays}\\label{arrays}\nText.', 'text/x-tex'],
    ['<h1>T</h1>\n<p>x', 'text/html'],
    ['<div class="a"><p>x', 'text/html'],
    ['<!-- note -->\n<ul>\n<li>x</li>\n</ul>', 'text/html'],
    ['<p align="center"><img src="a.png"></p>\n\n# Title\n\n[a](b)', 'text/markdown'],
    ['Title\n=====\n\nText.', 'text/markdown'],
    ['Intro.\n\nOne\n---\n\na\n\nTwo\n---\n\nb', 'text/markdown'],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'text/markdown'],
    ['a | b\n--- | ---\n1 | 2', 'text/markdown'],
    ['The command \\section{x} and \\cite{y} are LaTeX.', 'text/plain'],
    ['<p> and <div> are tags, </p> closes one.', 'text/plain'],
    ['<p>', 'text/plain'],
    ['<T extends object>(value: T) => value', 'text/plain'],
    ['<config><item>1</item></config>', 'text/plain'],
    [' id | name\n----+------\n  1 | Ann', 'text/plain'],
    ['Name   Age\n----------\nAnn    31', 'text/plain'],
    ['if (a || b) {\n  return c | d\n}', 'text/plain'],
    ['Title\n=====\n\n.. note:: This is reStructuredText.', 'text/plain'],
    ['Dear Ann,\n\nall is well.\n\nBob\n---\n\nBob Inc.', 'text/plain'],
    ['=====\nBegin\n=====\n12:00 start\n', 'text/plain'],
    ['', 'text/plain'],
  ])('%j is %s', (text, mediaType) => {
    expect(sniffMediaType(text)).toBe(mediaType)
  })

  it('recognises large JSON by its beginning, without parsing it all', () => {
    expect(sniffMediaType(`[{"a":"${'x'.repeat(2_000_000)}"}`)).toBe('application/json')
  })

  it('takes a hostile text in its stride', () => {
    for (const unit of [
      '<',
      '[',
      '{"a":',
      '#',
      '# ',
      ' ',
      '\\',
      '<!--',
      '[](',
      '<p>',
      '<!-- -->',
      '|-',
      '---\n',
      'a\n===\n\n',
    ]) {
      expect(typeof sniffMediaType(unit.repeat(300_000))).toBe('string')
    }
  })
})

describe('guessMediaType', () => {
  it('believes the name before the content', () => {
    expect(guessMediaType('{"a":1}', 'a.md')).toBe('text/markdown')
    expect(guessMediaType('{"a":1}', 'a')).toBe('application/json')
    expect(guessMediaType('# A\n\n## B', 'a.txt')).toBe('text/plain')
    expect(guessMediaType('# A\n\n## B', 'Makefile')).toBe('text/x-makefile')
    expect(guessMediaType('{"a":1}')).toBe('application/json')
  })
  it('looks into a README without extension', () => {
    for (const name of ['README', 'docs/readme', 'file:///v1.2/README?x=1', 'C:\\v1.2\\CHANGELOG']) {
      expect(guessMediaType('# A\n\n## B', name)).toBe('text/markdown')
      expect(guessMediaType('Just words.', name)).toBe('text/plain')
    }
  })
})
