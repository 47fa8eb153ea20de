import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerRequest, type Parts } from './answer-request.ts'
import { errorReply } from './error-reply.ts'

/**
 * clickhouse-go keeps an idle connection for an hour and cannot send a streamed insert again, so the server's side
 * has to outlast it.
 */
const KEEP_ALIVE_MS = 65 * 60_000

/** The ClickHouse HTTP interface, not yet listening. */
export function createHttpServer(parts: Parts): Server {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0, headersTimeout: 30_000 },
    (req, res) => {
      res.setHeader('x-clickhouse-server-display-name', 'errata-engine')
      handle(parts, req, res).catch((error: unknown) => sendError(parts, res, error))
    },
  )
  return server
}

async function handle(parts: Parts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = (req.url ?? '/').split('?')[0]
  if (path === '/ping' || (req.url === '/' && req.method === 'GET')) {
    res.setHeader('content-type', 'text/plain; charset=UTF-8')
    res.end('Ok.\n')
    return
  }
  await answerRequest(parts, req, res)
}

function sendError({ spool }: Parts, res: ServerResponse, error: unknown): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const { code, status, text } = errorReply(error, spool.dir)
  res.statusCode = status
  res.setHeader('x-clickhouse-exception-code', code)
  res.setHeader('content-type', 'text/plain; charset=UTF-8')
  res.end(text)
  res.req.resume()
}
