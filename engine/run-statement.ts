import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { NO_SUMMARY, startAnswer, summaryOf } from './answer.ts'
import { READ_ONLY, type Result } from './chdb.ts'
import { errorReply } from './error-reply.ts'
import { readFifo } from './fifo.ts'
import { exceptionBlock, newExceptionTag } from './late-error.ts'
import { withBlockInfo } from './native-block.ts'
import type { Caller, Parts } from './parts.ts'
import { type Patience, waitFor } from './patience.ts'
import { intoFile, knownPlan, type Plan, planStatement, type Statement } from './plan-statement.ts'
import { runKillable } from './running-statement.ts'
import { storesSomething } from './statement-guard.ts'

/** A result that fits is held until the query has ended, so that a late error still becomes a status. */
const HELD_BYTES = 48 * 1024
/** How long after its first bytes a result is held. */
const HELD_MS = 100
/** A result that lies in memory goes out in pieces, so that a client which takes none is noticed. */
const PIECE_BYTES = 64 * 1024

/**
 * Runs any statement but an INSERT with rows, and sends its result. A query dies with its client, or when its time is up; a
 * change runs on.
 */
export async function runStatement(parts: Parts, statement: Statement, caller: Caller): Promise<void> {
  const { sql, user } = statement
  const plan = knownPlan(statement) ?? (await judge(parts, statement, caller.gone))
  const lane = user === 'reader' && !plan.readsTables ? 'brief' : user
  using patience = waitFor(caller.gone, parts.shares[lane])
  using slot = await parts.statementSlots[lane].take(patience.signal)
  const given = { ...statement, share: parts.shares[lane], signal: patience.signal }
  await parts.connections.use(given, async ({ connection, tag }) => {
    if (storesSomething(sql, plan.queryClass)) await parts.freeSpace.ensure()
    const signal = plan.queryClass === READ_ONLY ? patience.signal : new AbortController().signal
    const run = (text: string) =>
      runKillable(parts.database, { tag, signal, run: () => connection.run(text, plan.format) })
    const running = { statement, plan, patience, run }
    if (plan.streams) await sendStream(parts, { ...running, fifo: slot.value }, caller)
    else await sendWhole(running, caller)
  })
}

/** On a connection of its own, so that none is held by a statement that waits for its place. */
async function judge(parts: Parts, statement: Statement, gone: AbortSignal): Promise<Plan> {
  using _slot = await parts.judgeSlots[statement.user].take(gone)
  const known = knownPlan(statement)
  if (known !== undefined) return known
  const given = { ...statement, share: parts.shares[statement.user], signal: gone }
  return await parts.connections.use(given, ({ connection }) => planStatement(connection, statement))
}

interface Running {
  readonly statement: Statement
  readonly plan: Plan
  readonly patience: Patience
  readonly run: (sql: string) => Promise<Result>
}

async function sendWhole({ statement, plan, patience, run }: Running, { res }: Caller): Promise<void> {
  const result = await run(statement.sql).catch((error: unknown) => Promise.reject(reasonOf(error, patience)))
  const { request } = statement
  const { format } = plan
  const bytes = request.wantsBlockInfo && format === 'Native' ? withBlockInfo(result.bytes) : result.bytes
  const body = startAnswer(res, { request, format, summary: summaryOf(result) })
  for (let at = 0; at < bytes.length && !patience.signal.aborted; at += PIECE_BYTES) {
    if (!body.write(bytes.subarray(at, at + PIECE_BYTES))) await patience.drained(body)
  }
  if (patience.signal.aborted) res.destroy()
  else body.end()
}

interface Streaming extends Running {
  readonly fifo: string
}

type Outcome = { readonly result: Result } | { readonly error: unknown }

async function sendStream(parts: Parts, streaming: Streaming, caller: Caller): Promise<void> {
  const { statement, plan, fifo, run } = streaming
  const { bytes, finish } = readFifo(fifo)
  const outcome = run(intoFile(statement.sql, fifo, plan.format))
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
  { statement, plan, patience, bytes, outcome }: Passing,
  { res, gone }: Caller,
): Promise<void> {
  const early = await Promise.race([outcome, enough(bytes)])
  if (early !== undefined && 'error' in early) throw reasonOf(early.error, patience)
  const exceptionTag = newExceptionTag()
  const summary = early === undefined ? NO_SUMMARY : summaryOf(early.result)
  const body = startAnswer(res, { request: statement.request, format: plan.format, exceptionTag, summary })
  for await (const chunk of bytes) {
    // Closes the pipe, which the engine has open since a chunk came: its next write fails, at once and not after all of it.
    if (patience.signal.aborted) break
    if (!body.write(chunk)) await patience.drained(body)
  }
  const late = await outcome
  if (gone.aborted) {
    body.destroy()
    return
  }
  const error = 'error' in late ? late.error : undefined
  if (error !== undefined || patience.signal.aborted) {
    body.write(exceptionBlock(errorReply(reasonOf(error, patience), parts.spool.dir).text, exceptionTag))
  }
  body.end()
  // Nothing more is worth waiting for.
  if (patience.signal.aborted) setTimeout(() => res.destroy(), HELD_MS)
}

/** A query that was killed because its time was up says so, and not that it was killed. */
const reasonOf = (error: unknown, { signal }: Patience): unknown => (signal.aborted ? signal.reason : error)

/** Resolves when there is more than is worth holding back. */
async function enough(bytes: Socket): Promise<undefined> {
  await once(bytes, 'readable')
  if (bytes.readableLength < HELD_BYTES) await delay(HELD_MS)
}
