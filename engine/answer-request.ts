import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { deskInsert } from './desk-insert.ts'
import { EngineError } from './error-reply.ts'
import { type EngineRequest, readRequest } from './http-request.ts'
import { insertStatement } from './insert-statement.ts'
import type { Caller, Parts } from './parts.ts'
import { bodyDecoders, chunksOf, readBody, readFields } from './request-body.ts'
import { runInsert } from './run-insert.ts'
import { runStatement } from './run-statement.ts'
import { guardValues } from './statement-guard.ts'

/**
 * Runs the one statement of a request and sends its result.
 *
 * @throws {Error} Anything that happened before the headers were sent; the caller turns it into the error answer.
 */
export async function answerRequest(parts: Parts, req: IncomingMessage, caller: Caller): Promise<void> {
  const request = readRequest(req, () => crypto.randomUUID())
  caller.res.setHeader('x-clickhouse-query-id', request.queryId)
  const user = parts.authenticate(request.user, request.password)
  if (user !== 'reader') caller.known()
  const mayWrite = user === 'writer' && request.method === 'POST'
  if (request.wantsSession) {
    throw new EngineError(48, 'NOT_IMPLEMENTED', 'The engine has no sessions: every request is on its own')
  }
  if (request.wantsFrames) {
    throw new EngineError(
      48,
      'NOT_IMPLEMENTED',
      "The engine does not speak ClickHouse's own compressed frames (compress=1, decompress=1): set the exporter's compress to none, or a client's compression to gzip",
    )
  }
  const { sql, params, bodyIsRows } = await readStatementText(request, req, parts.shares[user].maxBodyBytes)
  const insert = insertStatement(sql)
  if (insert === undefined) {
    const { maxQueryLength } = parts.shares[user]
    if (sql.length > maxQueryLength) {
      throw new EngineError(
        62,
        'SYNTAX_ERROR',
        `Max query size exceeded: a statement may have ${maxQueryLength} characters`,
      )
    }
    return runStatement(parts, { request: { ...request, params }, sql, user, mayWrite }, caller)
  }
  const insertRequest = mayWrite ? request : user === 'desk' ? deskInsert(request, sql) : undefined
  if (insertRequest === undefined) {
    throw new EngineError(164, 'READONLY', `${request.user}: Cannot execute query in readonly mode`)
  }
  if (insert.format === 'Values') guardValues(insert.inlineData)
  const source = bodyIsRows ? chunksOf(req) : Readable.from([Buffer.from(insert.inlineData)])
  const decoders = bodyIsRows ? bodyDecoders(request) : []
  return runInsert(parts, { request: { ...insertRequest, params }, insert, source, decoders }, caller)
}

interface StatementText {
  readonly sql: string
  readonly params: ReadonlyMap<string, string>
  /** True when the body has not been read, because it holds the rows of the INSERT in the URL. */
  readonly bodyIsRows: boolean
}

/** The statement is what the URL and the body make together, as with a ClickHouse server. */
async function readStatementText(
  request: EngineRequest,
  req: IncomingMessage,
  maxBytes: number,
): Promise<StatementText> {
  const { query, params } = request
  const insert = insertStatement(query)
  if (insert !== undefined && insert.inlineData === '') return { sql: query, params, bodyIsRows: true }

  const body = await readBody(req, bodyDecoders(request), maxBytes)
  const contentType = req.headers['content-type'] ?? ''
  if (!/^multipart\/form-data/i.test(contentType)) {
    const text = body.toString('utf8')
    return { sql: query === '' || text === '' ? query + text : `${query}\n${text}`, params, bodyIsRows: false }
  }
  const fields = await readFields(contentType, body)
  const more = [...fields].flatMap(([name, value]): [string, string][] =>
    name.startsWith('param_') ? [[name.slice('param_'.length), value]] : [],
  )
  return { sql: query + (fields.get('query') ?? ''), params: new Map([...params, ...more]), bodyIsRows: false }
}
