import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { NO_SUMMARY, type Summary, startAnswer } from './answer.ts'
import type { Connection, Database, Result } from './chdb.ts'
import { EngineError } from './error-reply.ts'
import { type EngineRequest, readRequest } from './http-request.ts'
import { type InsertStatement, insertStatement } from './insert-statement.ts'
import { withBlockInfo } from './native-block.ts'
import { prepareConnection, type StatementLimits } from './prepare-connection.ts'
import { readStatement } from './read-statement.ts'
import { bodyDecoders, chunksOf, readBody, readFields } from './request-body.ts'
import type { Spool, SpooledFile } from './spool.ts'
import { guardStatement } from './statement-guard.ts'
import type { Authenticate } from './users.ts'

export interface Parts {
  readonly database: Database
  readonly authenticate: Authenticate
  readonly spool: Spool
  readonly limits: StatementLimits
}

/**
 * Runs the one statement of a request and sends its result.
 *
 * @throws {Error} Anything that happened before the headers were sent; the caller turns it into the error answer.
 */
export async function answerRequest(parts: Parts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const request = readRequest(req, () => crypto.randomUUID())
  res.setHeader('x-clickhouse-query-id', request.queryId)
  const { mayWrite } = parts.authenticate(request.user, request.password)
  if (request.wantsSession) {
    throw new EngineError(48, 'NOT_IMPLEMENTED', 'The engine has no sessions: every request is on its own')
  }
  const statement = await readStatementText(request, req)
  const insert = insertStatement(statement.sql)
  if (insert === undefined) return runStatement(parts, statement, mayWrite, res)
  if (!mayWrite) throw new EngineError(164, 'READONLY', `${request.user}: Cannot execute query in readonly mode`)
  const rows = statement.bodyIsRows ? chunksOf(req) : Readable.from([Buffer.from(insert.inlineData)])
  const file = await parts.spool.write(rows, statement.bodyIsRows ? bodyDecoders(request) : [])
  try {
    await runInsert(parts, { request: statement.request, insert, file }, res)
  } finally {
    file.remove()
  }
}

interface Statement {
  readonly request: EngineRequest
  readonly sql: string
  /** True when the body has not been read, because it holds the rows of the INSERT in the URL. */
  readonly bodyIsRows: boolean
}

async function readStatementText(request: EngineRequest, req: IncomingMessage): Promise<Statement> {
  const insert = insertStatement(request.query)
  if (insert !== undefined && insert.inlineData === '') return { request, sql: request.query, bodyIsRows: true }
  const body = await readBody(req, bodyDecoders(request))
  const contentType = req.headers['content-type'] ?? ''
  if (/^multipart\/form-data/i.test(contentType)) {
    const fields = await readFields(contentType, body)
    const params = new Map(request.params)
    for (const [name, value] of fields) if (name.startsWith('param_')) params.set(name.slice('param_'.length), value)
    return { request: { ...request, params }, sql: `${request.query}${fields.get('query') ?? ''}`, bodyIsRows: false }
  }
  const text = body.toString('utf8')
  const sql = request.query === '' ? text : text === '' ? request.query : `${request.query}\n${text}`
  return { request, sql, bodyIsRows: false }
}

async function runInsert(
  { database, limits }: Parts,
  { request, insert, file }: { request: EngineRequest; insert: InsertStatement; file: SpooledFile },
  res: ServerResponse,
): Promise<void> {
  const result = await withConnection(database, async connection => {
    await prepareConnection(connection, { request, mayWrite: true, tag: '', limits })
    const sql = insert.fromFile(file.path)
    await guardStatement(connection, sql)
    return connection.run(sql)
  })
  const summary = { ...summaryOf(result), writtenRows: result.rowsRead, writtenBytes: result.bytesRead }
  startAnswer(res, { request, format: request.defaultFormat, summary }).pipe(res)
  res.end()
}

async function runStatement(
  { database, limits }: Parts,
  { request, sql }: Statement,
  mayWrite: boolean,
  res: ServerResponse,
): Promise<void> {
  const format = readStatement(sql).format ?? request.defaultFormat
  const result = await withConnection(database, async connection => {
    await prepareConnection(connection, { request, mayWrite, tag: '', limits })
    await guardStatement(connection, sql)
    return connection.run(sql, request.defaultFormat)
  })
  const bytes = request.wantsBlockInfo && format === 'Native' ? withBlockInfo(result.bytes) : result.bytes
  const body = startAnswer(res, { request, format, summary: summaryOf(result) })
  body.pipe(res)
  body.end(bytes)
}

async function withConnection<T>(database: Database, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = database.connect()
  try {
    return await use(connection)
  } finally {
    connection.close()
  }
}

function summaryOf(result: Result): Summary {
  return {
    ...NO_SUMMARY,
    readRows: result.rowsRead,
    readBytes: result.bytesRead,
    elapsedNs: Math.round(result.elapsed * 1e9),
  }
}
