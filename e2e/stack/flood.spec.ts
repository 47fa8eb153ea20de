import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sendOtlp } from '../../test/otlp/send-otlp.ts'
import { startStack } from '../../test/stack/start-stack.ts'

test('a thousand requests at once get pages or a 503, and do not cost the app its life', async () => {
  await using stack = await startStack()
  const desk = stack.pids()['desk']
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const ask = (path: string) =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
      get(`${stack.deskUrl}${path}`, { agent }, async res => {
        await text(res)
        resolve({ status: res.statusCode, retryAfter: res.headers['retry-after'] })
      }).on('error', reject)
    })
  const pages = ['/', '/issues', '/traces', '/services', '/logs?level=error']
  const flood = Promise.all(Array.from({ length: 1_000 }, (_, i) => ask(pages[i % pages.length] ?? '/')))
  const health = await ask('/livez')
  const relayed = await sendOtlp({
    url: `${stack.deskUrl}/otlp`,
    signal: 'logs',
    encoding: 'json',
    body: { resourceLogs: [] },
  })
  const answers = await flood

  expect(health.status).toBe(200)
  expect(relayed.status).toBe(200)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(answers.every(({ status, retryAfter }) => status === 200 || retryAfter === '5')).toBe(true)
  expect((await ask('/issues')).status).toBe(200)
  expect(stack.pids()['desk']).toBe(desk)
})
