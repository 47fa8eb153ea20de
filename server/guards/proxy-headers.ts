import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** As app/access/proxy-readers.server.ts reads it. */
const TRUSTED_PEER_HEADER = 'x-errata-trusted-peer'

interface ProxyHeadersOptions {
  /** Addresses and networks (CIDR) of proxies; entries that begin with `unix:` are ignored. */
  readonly addresses: readonly string[]
  /** Names of the headers that say who is signed in, lower case. */
  readonly headers: readonly string[]
}

/**
 * Tells the app whether a request came from a trusted proxy, by its connection alone: `X-Forwarded-For` can be invented. What other peers
 * say of who is signed in is removed, and so is a header that was sent twice: one of the two may be the client's own.
 *
 * @returns A function that marks a request. `isTrusted` decides in place of the peer's address, for connections that have none.
 */
export function markProxyHeaders({
  addresses,
  headers,
}: ProxyHeadersOptions): (req: IncomingMessage, isTrusted?: boolean) => void {
  const trusted = toBlockList(addresses)
  return (req, isTrusted = isListed(trusted, req.socket.remoteAddress)) => {
    req.headers[TRUSTED_PEER_HEADER] = isTrusted ? '1' : '0'
    for (const name of headers) if (!isTrusted || countOf(req, name) > 1) delete req.headers[name]
  }
}

function toBlockList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of addresses.filter(each => !each.startsWith('unix:'))) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** IPv4 addresses may come mapped to IPv6, which a BlockList knows; the zone of a link-local one is no part of it. */
function isListed(list: BlockList, peer: string | undefined): boolean {
  const [address = ''] = (peer ?? '').split('%')
  return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const countOf = ({ rawHeaders }: IncomingMessage, name: string): number =>
  rawHeaders.filter((each, i) => i % 2 === 0 && each.toLowerCase() === name).length
