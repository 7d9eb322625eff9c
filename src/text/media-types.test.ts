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
    ['LICENSE', 'text/plain'],
    ['src/Makefile', 'text/x-makefile'],
    ['weird#name?.py', 'text/x-python'],
  ])('%s is %s', (name, mediaType) => {
    expect(mediaTypeOfName(name)).toBe(mediaType)
  })

  it('knows nothing of other names', () => {
    for (const name of ['', 'noextension', 'a.unknownext', 'archive.md/file', 'constructor', 'a.__proto__', 'a.']) {
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
    ['', 'text/plain'],
  ])('%j is %s', (text, mediaType) => {
    expect(sniffMediaType(text)).toBe(mediaType)
  })

  it('recognises large JSON by its beginning, without parsing it all', () => {
    expect(sniffMediaType(`[{"a":"${'x'.repeat(2_000_000)}"}`)).toBe('application/json')
  })

  it('takes a hostile text in its stride', () => {
    for (const unit of ['<', '[', '{"a":', '#', '# ', ' ', '\\', '<!--', '[](']) {
      expect(typeof sniffMediaType(unit.repeat(300_000))).toBe('string')
    }
  })
})

describe('guessMediaType', () => {
  it('believes the name before the content', () => {
    expect(guessMediaType('{"a":1}', 'a.md')).toBe('text/markdown')
    expect(guessMediaType('{"a":1}', 'a')).toBe('application/json')
    expect(guessMediaType('{"a":1}')).toBe('application/json')
  })
})
