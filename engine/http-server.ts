import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerRequest } from './answer-request.ts'
import { EngineError, errorReply, UNKNOWN_EXCEPTION } from './error-reply.ts'
import type { Caller, Parts } from './parts.ts'
import { boundStrangers } from './strangers.ts'
import { refuseStrangers } from './who-may-call.ts'

/**
 * clickhouse-go keeps an idle connection for an hour and cannot send a streamed insert again, so the server's side
 * has to outlast it.
 */
const KEEP_ALIVE_MS = 65 * 60_000
const MAX_CONNECTIONS = 1024
/** A question carries its parameters in its address; as ClickHouse's `http_max_uri_size`. */
const MAX_HEADER_BYTES = 1_048_576
/** Bytes of a refused body that are still read, so that the client gets to read why. */
const MAX_IGNORED_BYTES = 64 * 1_048_576

/** The engine speaks to programs. A browser that gets hold of an answer makes nothing of it. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-clickhouse-server-display-name': 'errata-engine',
}

export interface Doors {
  /** Address that the server listens on. */
  readonly host: string
  readonly allowAnyHost: boolean
}

/** The ClickHouse HTTP interface, not yet listening. */
export function createHttpServer(parts: Parts, doors: Doors): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 0,
    headersTimeout: 30_000,
    maxHeaderSize: MAX_HEADER_BYTES,
  }
  const server = createServer(options, (req, res) => {
    for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value)
    strangers.seen(req.socket)
    // A server that stops taking connections ends the ones it has, too.
    if (!server.listening) res.setHeader('connection', 'close')
    const abort = new AbortController()
    res.once('close', () => {
      if (!res.writableFinished) abort.abort(new Error('the client closed the connection'))
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
    const caller = { res, gone: abort.signal, known: () => strangers.known(req.socket) }
    route(parts, doors, req, caller).catch((error: unknown) => sendError(parts, req, caller, error))
  })
  server.maxConnections = MAX_CONNECTIONS
  const strangers = boundStrangers(server)
  return server
}

async function route(parts: Parts, doors: Doors, req: IncomingMessage, caller: Caller): Promise<void> {
  refuseStrangers(req, doors)
  const path = (req.url ?? '/').split('?')[0]
  if (path === '/ping' || (req.url === '/' && req.method === 'GET')) {
    caller.res.setHeader('content-type', 'text/plain; charset=UTF-8')
    caller.res.end('Ok.\n')
    return
  }
  if (path !== '/') throw new EngineError(48, 'NOT_IMPLEMENTED', `There is no handle ${path}`, { status: 404 })
  if (req.method !== 'GET' && req.method !== 'POST') {
    throw new EngineError(48, 'NOT_IMPLEMENTED', `${req.method} is neither GET nor POST`, { status: 405 })
  }
  await answerRequest(parts, req, caller)
}

function sendError(parts: Parts, req: IncomingMessage, { res, gone }: Caller, error: unknown): void {
  if (gone.aborted) return
  const { code, status, text } = errorReply(error, parts.spool.dir)
  if (code === ABORTED && text.includes('fatal error')) endOfEngine(text)
  if (res.headersSent || code === UNKNOWN_EXCEPTION) process.stderr.write(`engine: a request failed: ${text}`)
  if (res.headersSent) {
    res.destroy()
    return
  }
  for (const name of ['content-encoding', 'x-clickhouse-summary', 'x-clickhouse-exception-tag']) res.removeHeader(name)
  res.statusCode = status
  res.setHeader('x-clickhouse-exception-code', code)
  res.setHeader('content-type', 'text/plain; charset=UTF-8')
  res.end(text)
  ignoreRest(req, res)
}

/** What chDB answers to everything once one of its threads has died. It has other meanings, hence the look at the text. */
const ABORTED = 236

/** Ends the process as a crash would, so that whoever started it starts another: chDB never recovers, and its threads keep `exit` waiting. */
function endOfEngine(text: string): void {
  process.stderr.write(`engine: chDB has died, so the engine ends: ${text}`)
  process.kill(process.pid, 'SIGKILL')
}

function ignoreRest(req: IncomingMessage, res: ServerResponse): void {
  let ignoredBytes = 0
  req.on('data', (chunk: Buffer) => {
    ignoredBytes += chunk.length
    if (ignoredBytes > MAX_IGNORED_BYTES) res.socket?.destroy()
  })
}
