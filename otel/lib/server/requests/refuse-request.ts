import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRuntime } from '../../runtime.ts'

/**
 * Answers what React Router cannot be asked: there is no `Request` with the method TRACE, nor one to what is no URL. Its adapters throw, so
 * anybody could cause a 500 and an exception. Where no build of React Router runs, the request is the app's own.
 *
 * @returns True if it answered the request.
 * @see https://fetch.spec.whatwg.org/#forbidden-method
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 An invalid Host is answered with 400.
 */
export function refuseRequest({ method, url = '', headers }: IncomingMessage, res: ServerResponse): boolean {
  if (getRuntime()?.servesRouter !== true) return false
  if (method === 'TRACE') {
    res.setHeader('allow', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    return end(res, 405, 'Method TRACE is not allowed.')
  }
  return !isAddress(headers.host, url) && end(res, 400, 'The Host header or the address is invalid.')
}

function end(res: ServerResponse, statusCode: number, sentence: string): true {
  res.writeHead(statusCode, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  res.end(`${sentence}\n`)
  return true
}

/** Of the last request, because almost all have the same. */
let lastHost: string | undefined

/**
 * Whether host and target make a URL as the adapters join them, without the user and password that a `Request` does not take. A path never
 * spoils it, a whole address in place of a path does if there is a port. HTTP/1.0 needs no Host.
 */
function isAddress(host = 'localhost', target: string): boolean {
  const isPath = target.startsWith('/')
  if (isPath && host === lastHost) return true
  const joined = `http://${host}${isPath ? '' : target}`
  if (host === '' || !URL.canParse(joined)) return false
  const { username, password } = new URL(joined)
  if (username !== '' || password !== '') return false
  if (isPath) lastHost = host
  return true
}
