import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseOtherMethods } from './allowed-methods.ts'

const server = createServer((req, res) => {
  if (!refuseOtherMethods(req, res)) res.end('passed on')
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

async function send(method: string): Promise<{ status: number; allow: string | undefined; body: string }> {
  const { port } = server.address() as AddressInfo
  const [res] = await once(request({ port, method, agent: false }).end(), 'response')
  return { status: res.statusCode, allow: res.headers.allow, body: await text(res) }
}

test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
  '%s is answered with 405 and what is allowed',
  async method => {
    const body = `Method ${method} is not allowed.\n`
    expect(await send(method)).toEqual({ status: 405, allow: 'GET, HEAD, POST', body })
  },
)

test.each(['GET', 'POST'])('%s is passed on', async method => {
  expect(await send(method)).toMatchObject({ status: 200, body: 'passed on' })
})
