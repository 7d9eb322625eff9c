import { describe, expect, it } from 'vitest'
import { guessMediaType, sniffMediaType } from './sniff.js'

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

    // LaTeX: parts of documents, and what only speaks of LaTeX.
    ['# LaTeX\n\n```latex\n\\documentclass{article}\n\\begin{document}\n```\n', 'text/markdown'],
    ['Start with this:\n\n```latex\n\\documentclass{article}\n\\section{A}\n```\n', 'text/markdown'],
    ['\\PassOptionsToPackage{x}{y}\n\n% why\n\\documentclass{article}', 'text/x-tex'],
    ['\\begin{theorem}\nA.\n\\end{theorem}\n\\begin{proof}\nB.\n\\end{proof}', 'text/x-tex'],
    ['\\begin{equation}\na\n\\end{equation}\nwhere \\emph{x}', 'text/x-tex'],
    ['\\begin{frame}{T}\nHello.', 'text/x-tex'],
    ['% !TeX root = main.tex\n\\chapter{X}\ntext', 'text/x-tex'],
    ['%!TEX root = main.tex\nWords alone.', 'text/x-tex'],
    ['\\title{T}\n\\begin{lstlisting}\n# a\n\n## b\n\\end{lstlisting}', 'text/x-tex'],
    ['As in~\\cite{a}, we have\n\\begin{align}\nx\n\\end{align}', 'text/x-tex'],
    ['\\begin{equation}\na\n\\end{equation}\n\n## Part\n\nSee [b](c.md).', 'text/markdown'],
    ['# Proof\n\n$$\n\\begin{aligned}\nx\n\\end{aligned}\n$$\n\n- one **bold**', 'text/markdown'],
    ['\\newpage\n\n# Title\n\n## Part', 'text/markdown'],
    ['\\input texinfo\n@settitle T\n@node Top', 'text/plain'],
    ['import sys\n\nHEAD = r"""\n\\section{A}\n\\label{a}\n"""\nprint(HEAD)', 'text/plain'],
    ['{\\rtf1\\ansi\n\\b Bold\\b0}', 'text/plain'],

    // HTML without a document type.
    ['<!-- saved -->\n<!DOCTYPE html><p>x', 'text/html'],
    ['<title>T</title>\n<p>x</p>', 'text/html'],
    ['<meta charset="utf-8">\n<title>T</title>', 'text/html'],
    ['<li>a</li><li>b</li>', 'text/html'],
    ['<tr><td>a</td></tr>', 'text/html'],
    ['<a href="/">Home</a><br>', 'text/html'],
    ['<h1>T</h1>\n<pre>\n# a\n\n## b\n\n[c](http://d)\n</pre>', 'text/html'],
    ['<div>\n<script>\nf[0](x)\n</script></div>', 'text/html'],
    ['<svg viewBox="0 0 1 1"><path/></svg>', 'image/svg+xml'],
    ['<?php echo "<p>a</p>";', 'text/x-php'],

    // Markdown without the usual signs, and what looks like it.
    ['# Guide\n\nRun it.', 'text/markdown'],
    ['<div align="center"><h1>T</h1></div>\n\nIt has `code` and **more**.', 'text/markdown'],
    ['<!-- lint -->\n# Title\n\n## Part', 'text/markdown'],
    ['See [the guide](https://example.org/guide).', 'text/markdown'],
    ['**Note** use `x`:\n\n- one\n- two', 'text/markdown'],
    ['- [ ] buy milk\n- [x] bread', 'text/markdown'],
    ['+++\ntitle = "A"\n+++\nText', 'text/markdown'],
    ["import X from './x'\n\nexport const a = 1\n\n# T\n\n<X />\n\n## U", 'text/markdown'],
    ['# a\n# b\n\nx = a[0](b)\ny = 2', 'text/plain'],
    ['import os\n\n# %%\n\n## Section\n\nx <- f(y)\nz = 1', 'text/plain'],
    ['---\nkind: A\n---\nkind: B\nname: x', 'text/plain'],
    ['# hosts\n\n- name: a\n  x: 1\n\n## more\n- name: b', 'text/plain'],
    ['# log\n\n2024-01-01 10:00:00 [INFO](main) up\n2024-01-01 10:00:01 [INFO](main) down', 'text/plain'],
    ['/*\n\nTitle\n=====\n\n- one `x` **y**\n*/\nint a;', 'text/plain'],
    ['"""Title\n=====\n\nText.\n"""', 'text/plain'],
    ['Title\n=====\n\nText with ``code`` and :ref:`x`.', 'text/plain'],
    ['One\n~~~~\n\na\n\nTwo\n~~~~\n\nb', 'text/plain'],

    // JSON with what JSON does not allow.
    ['{\n  // why\n  "a": 1,\n}', 'application/json'],
    ['{"a": "# T\\n\\n## U"} {', 'application/json'],
  ])('%j is %s', (text, mediaType) => {
    expect(sniffMediaType(text)).toBe(mediaType)
  })

  it('recognises large JSON by its beginning, without parsing it all', () => {
    expect(sniffMediaType(`[{"a":"${'x'.repeat(2_000_000)}"}`)).toBe('application/json')
  })

  it('looks behind comments and blank lines of any length', () => {
    expect(sniffMediaType(`${'\n'.repeat(10_000)}<!doctype html>`)).toBe('text/html')
    expect(sniffMediaType(`<!--${' licence'.repeat(2000)}-->\n<html>`)).toBe('text/html')
    expect(sniffMediaType(`{"a":"${'x'.repeat(10_000)}"}\n{"a":1}\n`)).toBe('application/x-ndjson')
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
      '~~~~\n',
      '**a',
      '`a',
      '[a](',
      '<pre>',
      '\\begin{a}\n',
      '% x\n',
      '"a": ',
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
