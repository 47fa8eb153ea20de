import type { ServerResponse } from 'node:http'

/** Ends a request with a status and one sentence. */
export function refuseRequest(res: ServerResponse, statusCode: number, sentence: string): void {
  res.writeHead(statusCode, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  res.end(`${sentence}\n`)
}
