import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, readAllowedReceivers, unwrapAddress } from './reachable-address.server.ts'

describe('an address', () => {
  test.each([
    '93.184.216.34',
    '8.8.8.8',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ])('of the internet is public: %s', address => expect(isPublicAddress(address)).toBe(true))

  test.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...['168.63.129.16', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.1.1', '198.18.0.1', '224.0.0.1'],
    ...['240.0.0.1', '255.255.255.255', '::', '::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'ff02::1'],
    ...['2001:db8::1', '2001::1', '3fff::1', '100::1', '5f00::1', '64:ff9b:1::1', '2001:20::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['', 'localhost', '1.2.3', '0x7f000001'],
  ])('of another kind is not: %s', address => expect(isPublicAddress(address)).toBe(false))

  test('is allowed in any notation once its network is', () => {
    const allowed = readAllowedReceivers(['10.1.0.0/16', 'fd00::/8', '127.0.0.1'])
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', 'fd12::1', '127.0.0.1', '::ffff:7f00:1'])
      expect(allowed.isAllowedAddress(address)).toBe(true)
    for (const address of ['10.2.0.1', 'fe80::1', '127.0.0.2', '8.8.8.8'])
      expect(allowed.isAllowedAddress(address)).toBe(false)
  })

  test('is not allowed by a name, and a name in any case and with a final dot', () => {
    const allowed = readAllowedReceivers(['Hooks.Internal', '::1'])
    expect(allowed.isAllowedName('hooks.internal.')).toBe(true)
    expect(allowed.isAllowedName('a.hooks.internal')).toBe(false)
    expect(allowed.isAllowedAddress('hooks.internal')).toBe(false)
    expect(allowed.isAllowedAddress('::1')).toBe(true)
  })
})

const privateIPv4 = fc
  .constantFrom([10, 8], [127, 8], [169.254, 16], [192.168, 16], [0, 8])
  .chain(([network = 0, bits = 8]) => {
    const [first = 0, second] = String(network).split('.').map(Number)
    const rest = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 })
    return rest.map(([, b = 0, c = 0, d = 0]) => [first, bits === 16 ? (second ?? 0) : b, c, d] as const)
  })

const hex = (high: number, low: number) => ((high << 8) | low).toString(16)

/** The same address within an IPv6 one. */
const carriers: readonly ((of: readonly [number, number, number, number]) => string)[] = [
  ([a, b, c, d]) => `::ffff:${a}.${b}.${c}.${d}`,
  ([a, b, c, d]) => `::ffff:${hex(a, b)}:${hex(c, d)}`,
  ([a, b, c, d]) => `0:0:0:0:0:FFFF:${hex(a, b)}:${hex(c, d)}`,
  ([a, b, c, d]) => `::ffff:0:${a}.${b}.${c}.${d}`,
  ([a, b, c, d]) => `64:ff9b::${a}.${b}.${c}.${d}`,
  ([a, b, c, d]) => `0064:ff9b:0:0:0:0:${hex(a, b)}:${hex(c, d)}`,
  ([a, b, c, d]) => `2002:${hex(a, b)}:${hex(c, d)}::1`,
]

test('no carrier makes a private address a public one', () => {
  fc.assert(
    fc.property(privateIPv4, fc.constantFrom(...carriers), (address, carry) => {
      expect(unwrapAddress(carry(address))).toBe(address.join('.'))
      expect(isPublicAddress(carry(address))).toBe(false)
    }),
  )
})
