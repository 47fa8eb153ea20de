import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { OUTAGES } from '../http/outages.ts'
import { fetchPart } from '../ui/feedback/fetch-part.ts'
import { partResponse } from './part-response.ts'

const answers: Readonly<Record<string, Response>> = {
  '/span': partResponse({ answer: { startNs: 1_790_000_000_123_456_789n } }),
  '/away': partResponse({ outage: OUTAGES.away }),
  '/proxy': new Response('<h1>502 Bad Gateway</h1>', { status: 502 }),
  '/sign-in': new Response('<!doctype html>'),
}
const server = createServer(async ({ url = '' }, response) => {
  const answer = answers[url] ?? Response.error()
  if (answer.status === 0) response.destroy()
  else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.clone().text())
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
afterAll(() => server.close())

const fetched = (path: string) => fetchPart(`http://127.0.0.1:${port}${path}`, new AbortController().signal)

test('a part is loaded as it was answered', async () => {
  expect(await fetched('/span')).toEqual({ answer: { startNs: 1_790_000_000_123_456_789n } })
})

test('a part that the database cannot answer says why', async () => {
  expect(await fetched('/away')).toEqual({ outage: OUTAGES.away })
})

test.each(['/proxy', '/sign-in', '/cut-off'])(
  'a part that something else answers, or nothing, has no reason: %s',
  async path => {
    expect(await fetched(path)).toEqual({ outage: undefined })
  },
)
