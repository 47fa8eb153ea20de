import { expect, test } from 'vitest'
import { limitPages } from './limit-pages.ts'

const ask = (path: string) => new Request(`http://localhost${path}`)

test('answers 503 while two pages are under way, and pages again once one has ended', async () => {
  const pages = Array.from({ length: 3 }, () => Promise.withResolvers<Response>())
  let next = 0
  const handle = limitPages(2, () => (pages[next++] ?? Promise.withResolvers<Response>()).promise)
  const [first, second] = [handle(ask('/issues'), undefined), handle(ask('/traces'), undefined)]

  const refused = await handle(ask('/logs'), undefined)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.text()).toBe('Errata is busy with 2 pages. Try again in 5 seconds.\n')

  pages[0]?.resolve(new Response('first'))
  expect(await (await first).text()).toBe('first')
  const third = handle(ask('/logs'), undefined)
  pages[1]?.reject(new Error('it failed'))
  await expect(second).rejects.toThrow('it failed')
  pages[2]?.resolve(new Response('third'))
  expect(await (await third).text()).toBe('third')
})

test('always answers health checks', async () => {
  const never = new Promise<Response>(() => {})
  const handle = limitPages(1, request => (request.url.includes('/issues') ? never : Promise.resolve(new Response())))
  void handle(ask('/issues'), undefined)

  expect((await handle(ask('/livez'), undefined)).status).toBe(200)
  expect((await handle(ask('/readyz?trace=1'), undefined)).status).toBe(200)
  expect((await handle(ask('/livez.data'), undefined)).status).toBe(503)
})
