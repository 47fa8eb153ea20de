import type { IncomingMessage } from 'node:http'

/** The pattern of the matching Express route; undefined if none matched, or for a regular expression or {@link isCatchAll}. */
export function routeOfExpress(req: IncomingMessage): string | undefined {
  const { route, baseUrl = '' } = req as { route?: { path?: unknown }; baseUrl?: unknown }
  const path = route?.path
  if (typeof path !== 'string' || isCatchAll(path)) return undefined
  return `${baseUrl}${path === '/' && baseUrl !== '' ? '' : path}`
}

/**
 * True for a pattern of everything below a folder: it names the server of files, or the handler of a router with routes of its own, but no
 * route. `*` and `(.*)` in older frameworks, `*rest` and `{*rest}` since path-to-regexp 8.
 */
export const isCatchAll = (pattern: string) => /(\*\w*|\(\.\*\))\}?$/.test(pattern)
