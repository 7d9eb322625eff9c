// Compares the words of the html strategy with those of a browser's innerText, page by page.
//
//   npm run build && node test/oracle/inner-text.mjs <chromium> <page.html> ...
//
// Pages are shown without their scripts and style sheets, which the strategy does not read either, and with `details`
// open, whose content it keeps. Exits with 3 when fewer than 95 % of the pages have the same words in the same order.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChunker } from '../../dist/chunking/index.js'

const WANTED = 0.95
const POLICY =
  "script-src 'none'; style-src-elem 'none'; style-src-attr 'unsafe-inline'; img-src 'none'; font-src 'none'; frame-src 'none'"

const [browser, ...files] = process.argv.slice(2)
if (!browser || files.length === 0) {
  console.error('usage: inner-text.mjs <chromium> <page.html> ...')
  process.exit(2)
}

const pages = files.map((file) => decode(readFileSync(file)))
const chunker = await createChunker('html', { maxSize: 1_000_000 })
const shown = innerTexts(pages)
let equal = 0
for (const [index, page] of pages.entries()) {
  const ours = words((await chunker.chunk(page)).map((chunk) => chunk.text).join('\n'))
  const theirs = words(shown[index])
  const at = ours.findIndex((word, place) => word !== theirs[place])
  if (at < 0 && ours.length === theirs.length) {
    equal++
    continue
  }
  const from = Math.max(0, (at < 0 ? ours.length : at) - 3)
  console.log(`${files[index]}\n  ours:   ${ours.slice(from, from + 9).join(' ')}`)
  console.log(`  theirs: ${theirs.slice(from, from + 9).join(' ')}`)
}
console.log(`${equal} of ${pages.length} pages have the same words`)
process.exitCode = equal >= WANTED * pages.length ? 0 : 3

function words(text) {
  return text.split(/\s+/).filter((word) => word !== '')
}

function decode(bytes) {
  const charset = /charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2000))?.[1] ?? 'utf-8'
  return new TextDecoder(charset).decode(bytes)
}

/** What the browser shows of each page: they are opened one after the other in a frame of one page. */
function innerTexts(sources) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-text-'))
  try {
    const host = join(folder, 'host.html')
    writeFileSync(host, hostPage(sources.map(withPolicy)))
    const options = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync']
    const quiet = ['--disable-background-networking', `--user-data-dir=${folder}`, '--virtual-time-budget=120000']
    const args = [...options, ...quiet, '--dump-dom', `file://${host}`]
    const dom = execFileSync(browser, args, { encoding: 'utf8', maxBuffer: 1 << 30, timeout: 300_000, stdio: 'pipe' })
    return JSON.parse(Buffer.from(/@@([\w+/=]+)@@/.exec(dom)[1], 'base64').toString('utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function withPolicy(page) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`
  return /<head[^>]*>/i.test(page) ? page.replace(/<head[^>]*>/i, (head) => head + meta) : meta + page
}

function hostPage(sources) {
  return `<!doctype html><meta charset=utf-8><iframe id=frame width=1200 height=800></iframe><pre id=result></pre><script>
const sources = ${JSON.stringify(sources).replaceAll('<', '\\u003c')}
async function run() {
  const texts = []
  for (const source of sources) {
    await new Promise((done) => { frame.onload = done; frame.srcdoc = source })
    const page = frame.contentDocument
    for (const details of page.querySelectorAll('details')) details.open = true
    texts.push(page.body ? page.body.innerText : '')
  }
  const bytes = new TextEncoder().encode(JSON.stringify(texts))
  result.textContent = '@@' + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) + '@@'
  frame.remove()
}
run()
</script>`
}
