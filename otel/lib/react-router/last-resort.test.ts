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
