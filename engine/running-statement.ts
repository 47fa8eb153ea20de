import type { Connection, Database } from './chdb.ts'
import { quoteString } from './sql-text.ts'

/** How long to wait until a KILL QUERY that found nothing is tried again: the statement may not have begun. */
const KILL_AGAIN_MS = 200

let lastTag = 0

/** A name by which a statement is found in system.processes; chDB does not let the caller choose the query id. */
export function newTag(): string {
  return `errata-${process.pid}-${++lastTag}`
}

/**
 * Runs a query that nobody needs any more when the signal aborts. The promise settles when the engine is done with it,
 * never earlier: a connection must not be closed under a running statement.
 */
export async function runKillable<T>(
  database: Database,
  { tag, signal, run }: { tag: string; signal: AbortSignal; run: () => Promise<T> },
): Promise<T> {
  const done = Promise.withResolvers<'done'>()
  let settled = false
  const kill = async () => {
    while (!settled) {
      await withConnection(database, connection =>
        connection.run(`KILL QUERY WHERE Settings['log_comment'] = ${quoteString(tag)} ASYNC`),
      )
      await Promise.race([done.promise, new Promise(resolve => setTimeout(resolve, KILL_AGAIN_MS))])
    }
  }
  const onAbort = () => {
    kill().catch((error: unknown) => process.stderr.write(`engine: a query could not be killed: ${String(error)}\n`))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await run()
  } finally {
    settled = true
    done.resolve('done')
    signal.removeEventListener('abort', onAbort)
  }
}

/** Gives a new connection, and closes it when the work on it has settled. */
export async function withConnection<T>(database: Database, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = database.connect()
  try {
    return await use(connection)
  } finally {
    connection.close()
  }
}
