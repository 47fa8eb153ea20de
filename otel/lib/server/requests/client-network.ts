import { isIPv6 } from 'node:net'

/**
 * The key of a client's limits: for IPv6 its /64 network, because a client may use any address of it.
 *
 * @returns `2001:db8:0:1::/64`; an IPv4 address as it is, also if mapped to IPv6; an invalid address as it is.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (v4 !== undefined) return v4
  const [left = '', right] = (URL.parse(`http://[${address.replace(/%.*/, '')}]`)?.hostname.slice(1, -1) ?? '').split(
    '::',
  )
  const groups = (text: string) => text.split(':').filter(group => group !== '')
  const zeros = right === undefined ? 0 : 8 - groups(left).length - groups(right).length
  const all = [...groups(left), ...Array<string>(zeros).fill('0'), ...groups(right ?? '')]
  return `${all.slice(0, 4).join(':')}::/64`
}
