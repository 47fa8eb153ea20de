import type { Readable, Transform } from 'node:stream'
import { startAnswer, summaryOf } from './answer.ts'
import type { EngineRequest } from './http-request.ts'
import type { InsertStatement } from './insert-statement.ts'
import type { Caller, Parts } from './parts.ts'
import { guardInsert } from './statement-guard.ts'

/** The rows of an INSERT and how to unpack them. */
export interface InsertRows {
  readonly request: EngineRequest
  readonly insert: InsertStatement
  readonly source: Readable
  readonly decoders: readonly Transform[]
}

/**
 * Stores all rows or none, and answers when they are stored. A client that leaves while its rows arrive has stored
 * nothing; one that leaves later may have.
 */
export async function runInsert(parts: Parts, rows: InsertRows, { res, gone }: Caller): Promise<void> {
  const { request, insert } = rows
  await parts.freeSpace.ensure()
  using file = await parts.spool.write(rows.source, rows.decoders)
  using _slot = await parts.insertSlots.take(gone)
  const given = { request, user: 'writer' as const, mayWrite: true, share: parts.shares.writer, signal: gone }
  const result = await parts.connections.use(given, async ({ connection }) => {
    const sql = insert.fromFile(file.path)
    await guardInsert(connection, sql)
    return connection.run(sql)
  })
  startAnswer(res, {
    request,
    format: insert.format,
    summary: summaryOf(result, true),
  }).end()
}
