import type { IncomingMessage, ServerResponse } from 'node:http'
import { listRequestedHosts } from './allowed-hosts.ts'
import { refuseRequest } from './refuse.ts'

/**
 * Refuses with 403 requests that a page of another site makes a browser send, except followed links: no other site may embed, fetch or
 * change anything here.
 *
 * @returns A handler that is true if it answered the request.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function refuseOtherSites(proxies: number): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    if (isOwn(req, proxies) || isFollowedLink(req)) return false
    refuseRequest(
      res,
      403,
      'Other sites may only link to Errata. This request came from another site and was not a link.',
    )
    return true
  }
}

/**
 * Whether one of our own pages sent it, or the visitor by typing an address. Browsers that send no `Sec-Fetch-Site` (none does over plain
 * HTTP, except on loopback) send `Origin` with every request that may change something. A client that sends neither is not a browser.
 */
function isOwn(req: IncomingMessage, proxies: number): boolean {
  const { origin, 'sec-fetch-site': site } = req.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (isSafe(req) || origin === undefined) return true
  return URL.canParse(origin) && listRequestedHosts(req, proxies).includes(new URL(origin).host)
}

function isFollowedLink(req: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = req.headers
  return isSafe(req) && mode === 'navigate' && destination === 'document'
}

const isSafe = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'
