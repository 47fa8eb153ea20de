import type { IncomingMessage } from 'node:http'

/** The pattern of the matching Express route; undefined if none matched, or if the pattern is a regular expression. */
export function routeOfExpress(req: IncomingMessage): string | undefined {
  const { route, baseUrl = '' } = req as { route?: { path?: unknown }; baseUrl?: unknown }
  const path = route?.path
  if (typeof path !== 'string') return undefined
  return `${baseUrl}${path === '/' && baseUrl !== '' ? '' : path}`
}
