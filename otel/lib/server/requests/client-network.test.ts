import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

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
  expect(clientNetwork(address)).toBe(network)
})

test('two IPv6 addresses share a rate limit if and only if their first 64 bits are equal', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map(number => number.toString(16))
  const half = fc.tuple(group, group, group, group).map(groups => groups.join(':'))
  fc.assert(
    fc.property(half, half, half, (network, one, other) => {
      expect(clientNetwork(`${network}:${one}`)).toBe(clientNetwork(`${network}:${other}`))
      if (network !== one) expect(clientNetwork(`${network}:${other}`)).not.toBe(clientNetwork(`${one}:${other}`))
    }),
  )
})
