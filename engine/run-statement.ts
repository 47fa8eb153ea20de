import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { NO_SUMMARY, startAnswer, summaryOf } from './answer.ts'
import { CONTROL, type Connection, READ_ONLY, type Result } from './chdb.ts'
import { EngineError, errorReply } from './error-reply.ts'
import { readFifo } from './fifo.ts'
import type { EngineRequest } from './http-request.ts'
import { exceptionBlock, newExceptionTag } from './late-error.ts'
import { withBlockInfo } from './native-block.ts'
import type { Caller, Parts } from './parts.ts'
import { prepareConnection } from './prepare-connection.ts'
import { readStatement } from './read-statement.ts'
import { newTag, runKillable, withConnection } from './running-statement.ts'
import { guardStatement, storesSomething } from './statement-guard.ts'

/** A statement that brings no rows of its own. */
export interface Statement {
  readonly request: EngineRequest
  readonly sql: string
  readonly mayWrite: boolean
}

/** A result that fits is held until the query has ended, so that a late error still becomes a status. */
const HELD_BYTES = 48 * 1024
/** How long after its first bytes a result is held. */
const HELD_MS = 100

/** Runs any statement but an INSERT with rows, and sends its result. A query dies with its client; a change runs on. */
export async function runStatement(parts: Parts, statement: Statement, caller: Caller): Promise<void> {
  const { request, sql } = statement
  using slot = await parts.statementSlots.take(caller.gone)
  const tag = newTag()
  await withConnection(parts.database, async connection => {
    await prepareConnection(connection, { ...statement, tag, limits: parts.limits })
    const queryClass = await guardStatement(connection, sql, statement.mayWrite)
    if (storesSomething(sql, queryClass)) await parts.freeSpace.ensure()
    const signal = queryClass === READ_ONLY ? caller.gone : new AbortController().signal
    const format = formatOf(statement)
    const run = (text: string) => runKillable(parts.database, { tag, signal, run: () => connection.run(text, format) })

    const streamed = queryClass === READ_ONLY && !request.wantsBlockInfo ? intoFile(sql, slot.value, format) : undefined
    if (streamed !== undefined && (await writesOnlyIntoFile(connection, streamed))) {
      await sendStream(parts, { statement, format, fifo: slot.value, run: () => run(streamed) }, caller)
    } else await sendWhole(await run(sql), { request, format }, caller)
  })
}

/** The format that the answer will have: the statement's own, or the request's. */
function formatOf({ request, sql }: Statement): string {
  const format = readStatement(sql).format ?? request.defaultFormat
  if (/^\w+$/.test(format)) return format
  throw new EngineError(73, 'UNKNOWN_FORMAT', `Unknown format ${format}`)
}

const intoFile = (sql: string, path: string, format: string) => readStatement(sql).intoFile(path, format)

async function writesOnlyIntoFile(connection: Connection, sql: string): Promise<boolean> {
  const { statementCount, queryClass } = await connection.classify(sql)
  return statementCount === 1 && queryClass === CONTROL
}

async function sendWhole(
  result: Result,
  { request, format }: { request: EngineRequest; format: string },
  { res }: Caller,
): Promise<void> {
  const bytes = request.wantsBlockInfo && format === 'Native' ? withBlockInfo(result.bytes) : result.bytes
  startAnswer(res, { request, format, summary: summaryOf(result) }).end(bytes)
}

interface Streaming {
  readonly statement: Statement
  readonly format: string
  readonly fifo: string
  readonly run: () => Promise<Result>
}

type Outcome = { readonly result: Result } | { readonly error: unknown }

async function sendStream(parts: Parts, streaming: Streaming, caller: Caller): Promise<void> {
  const { bytes, finish } = readFifo(streaming.fifo)
  const outcome = streaming
    .run()
    .then(
      (result): Outcome => ({ result }),
      (error: unknown): Outcome => ({ error }),
    )
    .finally(finish)
  try {
    await pass(parts, { ...streaming, bytes, outcome }, caller)
  } finally {
    // Whatever happened, the connection may be closed only when the engine is done with it.
    bytes.resume()
    await outcome
  }
}

interface Passing extends Streaming {
  readonly bytes: Socket
  readonly outcome: Promise<Outcome>
}

async function pass(
  parts: Parts,
  { statement, format, bytes, outcome }: Passing,
  { res, gone }: Caller,
): Promise<void> {
  const early = await Promise.race([outcome, enough(bytes)])
  if (early !== undefined && 'error' in early) throw early.error
  const exceptionTag = newExceptionTag()
  const summary = early === undefined ? NO_SUMMARY : summaryOf(early.result)
  const body = startAnswer(res, { request: statement.request, format, exceptionTag, summary })
  const left = new Promise(resolve => gone.addEventListener('abort', resolve, { once: true }))
  for await (const chunk of bytes) {
    // Closes the pipe, which the engine has open since a chunk came: its next write fails, at once and not after all of it.
    if (gone.aborted) break
    if (!body.write(chunk)) await Promise.race([once(body, 'drain'), left])
  }
  const late = await outcome
  if (gone.aborted) {
    body.destroy()
    return
  }
  if ('error' in late) body.write(exceptionBlock(errorReply(late.error, parts.spool.dir).text, exceptionTag))
  body.end()
}

/** Resolves when there is more than is worth holding back. */
async function enough(bytes: Socket): Promise<undefined> {
  await once(bytes, 'readable')
  if (bytes.readableLength < HELD_BYTES) await delay(HELD_MS)
}
