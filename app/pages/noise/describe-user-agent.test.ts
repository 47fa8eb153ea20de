import { expect, test } from 'vitest'
import { describeUserAgent } from './describe-user-agent.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

test.each([
  [chrome, 'Chrome 156'],
  [`${chrome} Edg/156.0.1`, 'Edge 156'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15', 'Safari 19'],
  ['Mozilla/5.0 (X11; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox 150'],
  ['kube-probe/1.33', 'kube-probe'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ['something of its own/1', 'something of its own/1'],
])('%s is %s', (userAgent, name) => {
  expect(describeUserAgent({ attributes: { 'user_agent.original': userAgent }, resource: {} })).toBe(name)
  expect(describeUserAgent({ attributes: {}, resource: { 'user_agent.original': userAgent } })).toBe(name)
})

test('without consent there is the platform that Chromium tells, or nothing', () => {
  expect(describeUserAgent({ attributes: {}, resource: { 'browser.platform': 'macOS' } })).toBe('Chromium on macOS')
  expect(describeUserAgent({ attributes: {}, resource: {} })).toBe('')
})
