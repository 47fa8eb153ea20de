import { expect, test } from 'vitest'
import { tellPrograms } from './tell-programs.ts'

const answer = (path: string, response: Response) =>
  tellPrograms(async () => response)(new Request(`http://desk${path}`), undefined)

test('a refusal of the API is a problem, without the encoding of what it replaces', async () => {
  const compressed = new Response('bytes', {
    status: 500,
    headers: { 'content-type': 'text/html', 'content-encoding': 'br', 'retry-after': '5' },
  })
  const { status, headers, ...told } = await answer('/api/v1/issues', compressed).then(async response => ({
    status: response.status,
    headers: response.headers,
    ...(await response.json()),
  }))
  expect([headers.get('content-encoding'), headers.get('content-type'), headers.get('retry-after')]).toEqual([
    null,
    'application/problem+json',
    '5',
  ])
  expect({ status, ...told }).toMatchObject({ status: 500, detail: 'Errata could not answer this.' })
})

test('a sentence is kept as the detail', async () => {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const response = await answer('/api/v1/issues', new Response('Too busy.\n', { status: 503, headers }))
  expect(await response.json()).toMatchObject({ status: 503, detail: 'Too busy.' })
})

test('pages, and what the API itself answers, stay as they are', async () => {
  const page = new Response('<p>', { status: 500, headers: { 'content-type': 'text/html' } })
  expect(await (await answer('/issues', page)).text()).toBe('<p>')
  const ok = new Response('x', { status: 200, headers: { 'content-type': 'application/x-ndjson' } })
  expect(await (await answer('/api/v1/logs', ok)).text()).toBe('x')
})
