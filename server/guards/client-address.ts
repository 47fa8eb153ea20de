import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/**
 * The client's address as the outermost of our proxies saw it. Each proxy appends one address to `X-Forwarded-For`; a client may have
 * invented those before.
 *
 * @param proxies Number of proxies in front; with 0 the header is ignored.
 * @returns The socket's own address if the header is missing, too short or invalid.
 */
export function getClientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number) {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  return (proxies > 0 && readAddress(forwarded.at(-proxies)?.trim() ?? '')) || (socket.remoteAddress ?? '')
}

/** Some proxies append a port. @returns '' for an invalid address */
function readAddress(text: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = v6 ?? v4 ?? text
  return isIP(address) === 0 ? '' : address
}

/**
 * The key of rate limits: the address, or the /64 network of an IPv6 address, because one client usually has all of it.
 *
 * @param proxies as for {@link getClientAddress}
 */
export function clientRateLimitKey(req: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number): string {
  return normalizeToNetwork(getClientAddress(req, proxies))
}

/** @returns `2001:db8:0:1::/64`; an IPv4 address as it is, also if mapped to IPv6 */
export function normalizeToNetwork(address: string): string {
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
