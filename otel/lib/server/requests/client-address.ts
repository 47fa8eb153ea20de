import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Address of the client: that of its connection, or the one that the outermost trusted proxy has appended to `X-Forwarded-For`. The client may
 * have invented what is further left.
 *
 * @param trustedProxies Number of proxies in front of the server; with 0 the header is ignored.
 * @returns An IP address without port, IPv4 also if mapped to IPv6; that of the connection if the header is missing, too short or invalid; ''
 *   if there is none.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies = 0,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  return (trustedProxies > 0 && addressIn(forwarded.at(-trustedProxies))) || addressIn(socket.remoteAddress)
}

/** The host that the client requested: `X-Forwarded-Host` behind a trusted proxy, otherwise `Host`. */
export function requestedHost({ headers }: IncomingMessage, trustedProxies = 0): string | undefined {
  const [forwarded = ''] = trustedProxies > 0 ? String(headers['x-forwarded-host'] ?? '').split(',', 1) : []
  return forwarded.trim() || headers.host
}

/** `192.0.2.1` of `192.0.2.1:80` and `::ffff:192.0.2.1`, `2001:db8::1` of `[2001:db8::1]:80`; '' of anything else. */
function addressIn(text = ''): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|(?:::ffff:)?([\d.]+)(?::\d+)?)$/i.exec(text.trim()) ?? []
  const address = v6 ?? v4 ?? text.trim()
  return isIP(address) === 0 ? '' : address
}
