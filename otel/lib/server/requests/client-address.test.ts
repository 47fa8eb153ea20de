import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress, requestedHost } from './client-address.ts'

/** A request over a connection from an address, with headers. */
function requestFrom(remoteAddress: string, headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['198.51.100.7, 192.0.2.1', '192.0.2.1'],
])('behind a proxy that forwards for %s the client is %s', (forwarded, address) => {
  expect(clientAddress(requestFrom('10.0.0.1', { 'x-forwarded-for': forwarded }), 1)).toBe(address)
})

test.each([
  ['is missing', undefined, 1],
  ['is empty', '', 1],
  ['names fewer than the proxies, so that all of it may be invented', '192.0.2.1', 2],
  ['has a name', 'unknown', 1],
  ['has half an address', '192.0.2', 1],
  ['has a network', '192.0.2.1/24', 1],
  ['ends with a comma', '192.0.2.1,', 1],
])('the client is who has the connection if X-Forwarded-For %s', (_, forwarded, proxies) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(clientAddress(requestFrom('::ffff:10.0.0.1', headers), proxies)).toBe('10.0.0.1')
})

test('without trusted proxies the client is who has the connection, and its Host header counts', () => {
  const request = requestFrom('::ffff:10.0.0.1', {
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'shop.example',
    host: 'internal',
  })
  expect([clientAddress(request), requestedHost(request)]).toEqual(['10.0.0.1', 'internal'])
  expect(requestedHost(request, 1)).toBe('shop.example')
})

test('no header of a client changes its address behind any number of proxies', () => {
  const proxies = fc.array(fc.ipV4(), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), proxies, (invented, client, [last = '', ...others]) => {
      const request = requestFrom(last, { 'x-forwarded-for': [invented, client, ...others].join(', ') })
      expect(clientAddress(request, others.length + 1)).toBe(client)
    }),
  )
})
