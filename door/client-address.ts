import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address that a request came from, as the outermost of our proxies has seen it: each of them adds one to the end of
 * `X-Forwarded-For`, and what stands before those a client may have made up.
 *
 * @param proxies How many stand in front. 0 believes nobody.
 * @returns The socket's own address where the header is missing, too short or no address.
 */
export function clientAddressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number) {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  return (proxies > 0 && readAddress(forwarded.at(-proxies)?.trim() ?? '')) || (socket.remoteAddress ?? '')
}

/** Some proxies write a port behind it. @returns '' for what is no address */
function readAddress(text: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = v6 ?? v4 ?? text
  return isIP(address) === 0 ? '' : address
}
