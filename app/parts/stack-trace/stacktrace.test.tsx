import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { LongText } from '../../ui/values/long-text.tsx'
import { testException } from './exception.test-data.ts'
import { toDisplayedException } from './show-exception.ts'
import type { StackView } from './stack-view.ts'
import { Stacktrace } from './stacktrace.tsx'
import { writeException } from './write-exception.ts'

const page = '/exceptions/1-00000000000000ff'

function show(
  given: Parameters<typeof testException>[0],
  choice: StackView = 'app',
  search = '',
  release = '1.2.3',
): string {
  const { stack } = toDisplayedException(testException(given), choice)
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[`${page}${search}`]}>
      <Stacktrace stack={stack} page={page} release={release} />
    </MemoryRouter>,
  ).replaceAll('&#x27;', "'")
}

const mixed = `E: m
    at read (node:fs:1:2)
    at open (node:fs:3:4)
    at pay (/srv/pay.js:3:4)
    at next (/srv/node_modules/react-router/a.js:1:2)
    at next (/srv/node_modules/react-router/b.js:1:2)
    at main (/srv/main.js:3:4)
    at run (node:vm:1:2)`
const text = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('a stack on a page', () => {
  test("has the app's frames in sight, and runs of library frames folded with their count", () => {
    const html = show({ stacktrace: mixed })
    expect(html.match(/<details/g)).toHaveLength(2)
    expect(html).not.toContain('<details open')
    expect(text(html)).toContain('2 library frames node')
    expect(text(html)).toContain('2 library frames react-router')
    expect(text(html)).toContain('run node:vm:1:2')
    expect(text(html)).toContain('pay /srv/pay.js:3:4')
  })

  test('has all of them in sight where one asks for them, and where none is the app’s own', () => {
    expect(show({ stacktrace: mixed }, 'all').match(/<details open/g)).toHaveLength(2)
    expect(show({ stacktrace: 'E: m\n    at read (node:fs:1:2)\n    at open (node:fs:3:2)' })).toContain(
      '<details open',
    )
  })

  test('marks the failing line of the first own frame, and keeps that of the others closed', () => {
    const at = (line: number) => ({
      file: 'a.tsx',
      line,
      context: { before: ['before'], line: `fail${line}()`, after: ['after'] },
    })
    const attributes = { 'errata.stack.context': JSON.stringify([at(7), at(9)]) }
    const html = show({ stacktrace: 'E: m\n    at f (a.tsx:7:1)\n    at g (a.tsx:9:1)', attributes })
    expect(html).toMatch(/<b data-line="7">.*fail7\(\)\n<\/b>/)
    expect(html).toContain('<span data-line="6">before\n</span>')
    expect(html.match(/<details open/g)).toHaveLength(1)
  })

  test('links to the other ways to show it, and keeps what else the address says', () => {
    const html = show({}, 'app', '?span=b7ad6b7169203331')
    expect(html).toContain(`href="${page}?span=b7ad6b7169203331&amp;stack=raw"`)
    expect(html).toContain(`href="${page}?span=b7ad6b7169203331&amp;stack=all"`)
  })

  test('is to be had as text and as Markdown without scripts', () => {
    expect(show({})).toContain(`<a href="${page}/text" class="button copy" data-room="Copy as text">As text</a>`)
    expect(show({})).toContain(
      `<a href="${page}/text?as=markdown" class="button copy" data-room="Copy as Markdown">As Markdown</a>`,
    )
  })

  test('shows where source maps were applied, or why not', () => {
    const mapped = (isMapped: string, reason = '') =>
      text(show({ attributes: { 'errata.stack.mapped': isMapped, 'errata.stack.unmapped_reason': reason } }))
    expect(mapped('yes')).toContain('Source maps applied by the sender.')
    expect(mapped('part', 'no_map')).toContain('Source maps partly applied by the sender: no source map found.')
    expect(mapped('no', 'another sender’s reason')).toContain('No source maps applied: another sender’s reason')
    expect(text(show({}))).not.toContain('apped')
  })

  test('says how to read a script of a browser that has no map', () => {
    const minified = 'E: m\n    at t (https://shop.test/assets/index-DkJ3a1_x.js:1:48122)'
    expect(text(show({ stacktrace: minified }))).toContain('npx errata maps upload build/ --release 1.2.3')
    expect(text(show({ stacktrace: minified }, 'app', '', '1; rm -rf ~'))).toContain('--release RELEASE')
    expect(text(show({ stacktrace: mixed }))).not.toContain('npx errata')
  })

  test('says so where causes were too large to store, as text too', () => {
    const causes = [{ type: 'KeyError', message: 'no tea', stacktrace: '' }]
    expect(text(show({ causes, causesAreCut: true }))).toContain('More causes were sent, but were too large to store.')
    expect(writeException(testException({ causes, causesAreCut: true }), 'text')).toContain('too large to store')
  })

  test('says so where none was sent, and still tells the causes', () => {
    expect(text(show({ stacktrace: '' }))).toContain('No stack trace was recorded.')
    const causes = [{ type: 'KeyError', message: 'no tea', stacktrace: '' }]
    expect(text(show({ stacktrace: '', causes }))).toContain('Caused by KeyError: no tea')
  })
})

test('a long message shows its beginning and opens by a click; a short one stands there', () => {
  const text = `first\n${'line\n'.repeat(2_000)}`
  const render = (of: { text: string; total: number }) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <LongText clipped={of} wholeAt="/whole" />
      </MemoryRouter>,
    )
  expect(render({ text: 'short', total: 5 })).toBe('<p class="message">short</p>')
  expect(render({ text, total: text.length })).toMatch(/^<details class="message long"><summary>/)
  expect(render({ text, total: text.length })).not.toContain('Open full text')
  expect(render({ text, total: 1_000_000 })).toContain('<a href="/whole"')
})
