import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { lastResortPage } from './last-resort.ts'

test('the policy of the page allows its own style and nothing else', async () => {
  const page = lastResortPage({ digest: 'k7m2x9qd4r', traceId: undefined }, '<b>host</b>')
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(await page.text()) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
})

test('the page names the digest, the failed page and the time, as text', async () => {
  const page = await lastResortPage({ digest: 'k7m2x9qd4r', traceId: undefined }, 'shop', '/cart/<b>').text()
  expect(page).toContain('Digest: <code>k7m2x9qd4r</code>')
  expect(page).toMatch(/<p>\/cart\/&#60;b&#62;, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC<\/p>/)
  expect(await lastResortPage({ digest: '', traceId: 'abc' }, '').text()).toMatch(/<p>\d{4}-[^<]* UTC<\/p>/)
})
