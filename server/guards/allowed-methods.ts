import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuseRequest } from './refuse.ts'

/**
 * Refuses with 405 every method that no route handles. For TRACE, the Fetch standard does not even allow a `Request`.
 *
 * @returns A handler that is true if it answered the request.
 */
export function refuseOtherMethods({ method = '' }: IncomingMessage, res: ServerResponse): boolean {
  if (['GET', 'HEAD', 'POST'].includes(method)) return false
  res.setHeader('allow', 'GET, HEAD, POST')
  refuseRequest(res, 405, `Method ${method} is not allowed.`)
  return true
}
