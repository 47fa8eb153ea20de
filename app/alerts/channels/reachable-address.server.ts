import { BlockList, isIP } from 'node:net'

/** What channels may reach beside the internet: `ERRATA_ALERT_ALLOW`. */
export interface AllowedReceivers {
  /** With one of these names any address, port and `http://` are allowed. */
  isAllowedName(hostName: string): boolean
  /** In any notation of the address, likewise. */
  isAllowedAddress(address: string): boolean
}

/** @param entries Host names, addresses and networks in CIDR notation, as `config.ts` checked them. */
export function readAllowedReceivers(entries: readonly string[]): AllowedReceivers {
  const names = new Set<string>()
  const networks = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = withoutBrackets(entry).split('/')
    const family = isIP(address)
    if (family === 0) names.add(plainName(entry))
    else networks.addSubnet(address, bits === undefined ? (family === 6 ? 128 : 32) : Number(bits), familyOf(family))
  }
  return {
    isAllowedName: hostName => names.has(plainName(hostName)),
    isAllowedAddress: address => isIn(networks, unwrapAddress(address)),
  }
}

/**
 * Whether an address is reached over the internet, in any notation that a resolver returns. What carries an IPv4 address within is judged by
 * that one.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  const unwrapped = unwrapAddress(address)
  const family = isIP(unwrapped)
  // An address with a zone is of one link only.
  if (family === 0 || unwrapped.includes('%')) return false
  return !isIn(NOT_PUBLIC, unwrapped) && (family === 4 || GLOBAL_UNICAST.check(unwrapped, 'ipv6'))
}

/** The IPv4 address that an IPv6 one stands for, else the address itself: `::ffff:10.0.0.1`, `64:ff9b::a00:1`, `2002:a00:1::`. */
export function unwrapAddress(address: string): string {
  const words = isIP(address) === 6 ? wordsOf(address) : undefined
  if (words === undefined) return address
  const startsWith = (...first: readonly number[]) => first.every((word, i) => words[i] === word)
  // Mapped and the deprecated compatible form (RFC 4291), SIIT (RFC 7915), NAT64 (RFC 6052).
  const isEmbedded =
    startsWith(0, 0, 0, 0, 0, 0xffff) ||
    startsWith(0, 0, 0, 0, 0xffff, 0) ||
    startsWith(0x64, 0xff9b, 0, 0, 0, 0) ||
    (startsWith(0, 0, 0, 0, 0, 0) && (words[6] !== 0 || (words[7] ?? 0) > 1))
  if (isEmbedded) return toIPv4(words[6], words[7])
  // 6to4 (RFC 3056)
  if (startsWith(0x2002)) return toIPv4(words[1], words[2])
  return address
}

const toIPv4 = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The eight words of an IPv6 address; `undefined` for one with a zone. */
function wordsOf(address: string): readonly number[] | undefined {
  const hostName = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1)
  if (hostName === undefined) return undefined
  const [head = '', tail] = hostName.split('::')
  const wordsIn = (text: string) => (text === '' ? [] : text.split(':').map(word => Number.parseInt(word, 16)))
  const [before, after] = [wordsIn(head), wordsIn(tail ?? '')]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, familyOf(family))
}

const familyOf = (family: number) => (family === 6 ? 'ipv6' : 'ipv4')

/** An IPv6 address without the brackets that it has in a URL. */
export const withoutBrackets = (hostName: string) => hostName.replace(/^\[(.*)\]/, '$1')

/** Names are equal in any case, and with a final dot. */
const plainName = (name: string) => name.toLowerCase().replace(/\.$/, '')

const NOT_PUBLIC = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Among them 169.254.169.254, the metadata of clouds.
  ['169.254.0.0', 16],
  // Azure answers every machine here, though the address is a public one.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Teredo, benchmarks, ORCHID, …
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6')

/** All others are reserved, local or multicast. */
const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')
