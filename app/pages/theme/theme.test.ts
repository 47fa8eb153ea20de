import { expect, test } from 'vitest'
import { action } from './theme.ts'

async function leadsTo(back: string): Promise<string | null> {
  const request = new Request('http://desk.test/theme', {
    method: 'POST',
    body: new URLSearchParams({ theme: 'dark', back }),
  })
  const response = await action({ request } as Parameters<typeof action>[0])
  return response.headers.get('location')
}

test('leads back to the page, but not to wait for all of its parts again', async () => {
  expect(await leadsTo('/issues?tab=all&whole=1')).toBe('/issues?tab=all')
})

test('leads back to where the theme was chosen', async () => {
  expect(await leadsTo('/traces?last=1h&service=shop')).toBe('/traces?last=1h&service=shop')
})

test.each([
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  'https://evil.test/x',
  'javascript:alert(1)',
  '/.//evil.test',
  '\n//evil.test',
])('leads to no other site: %j', async back => {
  expect(await leadsTo(back)).toBe('/')
})
