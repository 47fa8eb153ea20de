import { type ServerResponse, STATUS_CODES } from 'node:http'

/** Where programs and agents ask, which are told why in JSON. */
export const isForPrograms = (path: string) => path.startsWith('/api/') || path === AGENTS_PATH

export const AGENTS_PATH = '/mcp'

/** Ends a request with a status and one sentence; one to the API with a problem. */
export function refuseRequest(res: ServerResponse, statusCode: number, sentence: string): void {
  const isApi = isForPrograms(res.req?.url?.split('?')[0] ?? '')
  const type = isApi ? 'application/problem+json' : 'text/plain; charset=utf-8'
  res.writeHead(statusCode, { 'content-type': type, 'cache-control': 'no-store' })
  res.end(isApi ? writeRefusal(statusCode, sentence) : `${sentence}\n`)
}

/** @see https://www.rfc-editor.org/rfc/rfc9457 */
export const writeRefusal = (status: number, detail: string) =>
  `${JSON.stringify({ type: 'docs/api.md#refused', title: STATUS_CODES[status], status, detail })}\n`
