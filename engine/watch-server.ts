import { memoryUsage } from 'node:process'
import { SERVER_MEMORY_BYTES } from './limits.ts'

const EVERY_MS = 5_000
/** Some functions use memory that ClickHouse does not count. */
const MAX_MEMORY_BYTES = SERVER_MEMORY_BYTES * 1.5
/** A single call of a function does not check the timeout. */
const COUNT_OVERDUE_QUERIES = `SELECT count() FROM system.processes
  WHERE toFloat64OrZero(Settings['max_execution_time']) > 0 AND elapsed > 20 + toFloat64OrZero(Settings['max_execution_time'])`

/**
 * Checks the process every few seconds for what ClickHouse itself does not limit.
 *
 * @param ask queries ClickHouse; returns `undefined` if it does not answer, which the supervisor handles.
 * @param end is called once with the fault, which completes "ClickHouse …".
 */
export function watchServer(ask: (sql: string) => Promise<string | undefined>, end: (what: string) => void): void {
  const timer = setInterval(async () => {
    const what =
      memoryUsage.rss() > MAX_MEMORY_BYTES
        ? 'uses more than one and a half times its memory limit'
        : await findOverdueQueryFailure(ask)
    if (what === undefined) return
    clearInterval(timer)
    end(what)
  }, EVERY_MS)
}

async function findOverdueQueryFailure(ask: (sql: string) => Promise<string | undefined>): Promise<string | undefined> {
  const count = await ask(COUNT_OVERDUE_QUERIES)
  return count === undefined || count === '0' ? undefined : 'runs a query that does not end at its timeout'
}
