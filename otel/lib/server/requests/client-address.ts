import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Address of the client: that of its connection, or the one that the outermost trusted proxy has appended to `X-Forwarded-For`. The client may
 * have invented what is further left.
 *
 * @param trustedProxies Number of proxies in front of the server.
 * @returns An IP address without port; '' if there is none.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies = 0): string {
  const connection = addressIn(socket.remoteAddress)
  const chain = [...String(headers['x-forwarded-for'] ?? '').split(','), connection]
  return addressIn(chain[Math.max(0, chain.length - 1 - trustedProxies)]) || connection
}

/** The Host header as the client sent it. */
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
