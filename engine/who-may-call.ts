import type { IncomingMessage } from 'node:http'
import { isLoopback } from './arguments.ts'
import { EngineError } from './error-reply.ts'

/**
 * Keeps web pages out, which can reach loopback from any browser on this machine: by another origin, or by a name of
 * their own that leads to 127.0.0.1.
 *
 * @param host Address that the engine listens on.
 * @throws {EngineError} 492, which is answered with 403.
 */
export function refuseStrangers(
  { headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  { host, allowAnyHost }: { host: string; allowAnyHost: boolean },
): void {
  const asked = headers.host ?? ''
  const name = asked
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
  // Of several, Node shows the first and something in between may have obeyed the last.
  if ((headersDistinct['host']?.length ?? 0) > 1) throw refused('The engine answers to one Host header, not to several')
  if (!allowAnyHost && !isLoopback(name) && name !== host.toLowerCase()) {
    throw refused(`The engine does not answer as ${name}: use http://127.0.0.1`)
  }
  const origin = headers.origin
  const site = headers['sec-fetch-site'] ?? 'none'
  if ((origin !== undefined && origin !== `http://${asked}`) || (site !== 'same-origin' && site !== 'none')) {
    throw refused('The engine does not answer web pages of another origin')
  }
}

const refused = (message: string) => new EngineError(492, 'ACCESS_ENTITY_NOT_FOUND', message, { status: 403 })
