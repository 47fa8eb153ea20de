import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { markProxyHeaders } from './proxy-headers.ts'

const HEADERS = ['x-forwarded-user', 'x-forwarded-groups']

/** What the app gets of a request over a real connection from 127.0.0.1. */
async function headersOf(
  options: { addresses: readonly string[]; isTrusted?: boolean; host?: '127.0.0.1' | '::' },
  sent: readonly string[],
): Promise<Record<string, string>> {
  const mark = markProxyHeaders({ addresses: options.addresses, headers: HEADERS })
  const server = createServer((req, res) => {
    mark(req, options.isTrusted)
    res.end(JSON.stringify(req.headers))
  }).listen(0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const req = request({ host: '127.0.0.1', port, headers: ['host', 'a', ...sent] as never }).end()
    const [response] = await once(req, 'response')
    return JSON.parse(await text(response))
  } finally {
    server.close()
  }
}

const ANN = ['X-Forwarded-User', 'ann', 'X-Forwarded-Groups', 'sre']

test.each([['127.0.0.1'], ['127.0.0.0/8'], ['10.0.0.0/8', '127.0.0.1']])(
  'a peer in %j is believed',
  async (...addresses) => {
    expect(await headersOf({ addresses }, ANN)).toMatchObject({
      'x-errata-trusted-peer': '1',
      'x-forwarded-user': 'ann',
      'x-forwarded-groups': 'sre',
    })
  },
)

test('an IPv4 peer is recognized on a socket for both versions', async () => {
  const headers = await headersOf({ addresses: ['127.0.0.1'], host: '::' }, ANN)
  expect(headers['x-errata-trusted-peer']).toBe('1')
})

test.each([[[]], [['10.0.0.0/8']], [['::1']], [['unix:/run/errata.sock']]])(
  'of a peer that is not in %j no header is left, whatever it claims',
  async addresses => {
    const forged = [...ANN, 'X-Errata-Trusted-Peer', '1', 'X-Forwarded-For', '127.0.0.1', 'X-Other', 'stays']
    const headers = await headersOf({ addresses }, forged)
    expect(headers['x-errata-trusted-peer']).toBe('0')
    expect(HEADERS.filter(name => name in headers)).toEqual([])
    expect(headers['x-other']).toBe('stays')
  },
)

test('a header that came twice is removed: one may be the client’s own', async () => {
  const headers = await headersOf({ addresses: ['127.0.0.1'] }, ['x-forwarded-user', 'eve', ...ANN])
  expect(headers['x-forwarded-user']).toBeUndefined()
  expect(headers['x-forwarded-groups']).toBe('sre')
})

test('what decides in place of an address decides', async () => {
  expect(await headersOf({ addresses: [], isTrusted: true }, ANN)).toMatchObject({ 'x-forwarded-user': 'ann' })
  const headers = await headersOf({ addresses: ['127.0.0.1'], isTrusted: false }, ANN)
  expect(headers['x-forwarded-user']).toBeUndefined()
})
