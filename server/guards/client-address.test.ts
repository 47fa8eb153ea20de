import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getClientAddress, normalizeToNetwork } from './client-address.ts'

const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '192.0.2.9' })
const addressOf = (forwarded: string | undefined, proxies: number) =>
  getClientAddress({ headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, socket }, proxies)

test('without a proxy only the socket counts', () => {
  expect(addressOf('203.0.113.1', 0)).toBe('192.0.2.9')
})

test.each([
  ['one address', '203.0.113.1', 1, '203.0.113.1'],
  ['what a client made up before it', '198.51.100.7, 203.0.113.1', 1, '203.0.113.1'],
  ['two proxies', '198.51.100.7, 203.0.113.1,10.0.0.2', 2, '203.0.113.1'],
  ['an IPv6 address', '2001:db8::7', 1, '2001:db8::7'],
  ['a port', '203.0.113.1:4711', 1, '203.0.113.1'],
  ['a port behind IPv6', '[2001:db8::7]:4711', 1, '2001:db8::7'],
])('%s in X-Forwarded-For', (_, forwarded, proxies, address) => {
  expect(addressOf(forwarded, proxies)).toBe(address)
})

test.each([
  ['is missing', undefined, 1],
  ['is empty', '', 1],
  ['is too short', '203.0.113.1', 2],
  ['holds a name', 'unknown', 1],
  ['holds half an address', '203.0.113', 1],
  ['holds a path', '203.0.113.1/24', 1],
  ['ends in a comma', '203.0.113.1,', 1],
])("the socket's address counts where the header %s", (_, forwarded, proxies) => {
  expect(addressOf(forwarded, proxies)).toBe('192.0.2.9')
})

test('whatever a client sends, its address is the one seen by the outermost proxy', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6())
  const proxies = fc.array(address, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.string(), proxies, (madeUp, seen) => {
      expect(addressOf([madeUp, ...seen].join(', '), seen.length)).toBe(seen[0])
    }),
  )
})

test.each([
  ['192.0.2.9', '192.0.2.9'],
  ['::ffff:192.0.2.9', '192.0.2.9'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s shares its rate limit with %s', (address, network) => {
  expect(normalizeToNetwork(address)).toBe(network)
})

test('two IPv6 addresses share a rate limit if and only if their first 64 bits are equal', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map(number => number.toString(16))
  const half = fc.tuple(group, group, group, group).map(groups => groups.join(':'))
  fc.assert(
    fc.property(half, half, half, (network, one, other) => {
      expect(normalizeToNetwork(`${network}:${one}`)).toBe(normalizeToNetwork(`${network}:${other}`))
      if (network !== one)
        expect(normalizeToNetwork(`${network}:${other}`)).not.toBe(normalizeToNetwork(`${one}:${other}`))
    }),
  )
})
