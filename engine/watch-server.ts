import { readFileSync } from 'node:fs'
import { cpuUsage, memoryUsage } from 'node:process'
import { SERVER_MEMORY_BYTES } from './limits.ts'

const EVERY_MS = 5_000
/** Some functions use memory that ClickHouse does not count. */
const MAX_MEMORY_BYTES = SERVER_MEMORY_BYTES * 1.5
/**
 * A query that computes for so long past its timeout ends the engine. A single call of a function does not check the timeout; other queries
 * notice it as soon as they get the processor, which on a busy machine may be late.
 */
const MAX_OVERDUE_CPU_SECONDS = 15
/** ClickHouse is asked for overdue queries only if the process has used so much processor time since the last check: to ask takes 50 ms. */
const MIN_BUSY_CPU_SECONDS = 0.5
/** Queries past their timeout: their progress and threads. One row per query. */
const LIST_OVERDUE_QUERIES = `SELECT query_id, toString(read_rows + written_rows), thread_ids FROM system.processes
  WHERE toFloat64OrZero(Settings['max_execution_time']) > 0 AND elapsed > 1 + toFloat64OrZero(Settings['max_execution_time'])
  FORMAT JSONCompact SETTINGS output_format_json_quote_64bit_integers = 0`

interface OverdueQuery {
  readonly id: string
  /** Changes as long as rows are read or written. */
  readonly progress: string
  /** Processor time of its threads. */
  readonly cpuSeconds: number
}

/**
 * Checks the process every few seconds for what ClickHouse itself does not limit.
 *
 * @param ask queries ClickHouse; returns `undefined` if it does not answer, which the supervisor handles.
 * @param end is called once with the fault, which completes "ClickHouse …".
 */
export function watchServer(ask: (sql: string) => Promise<string | undefined>, end: (what: string) => void): void {
  /** Each overdue query as it was when it last made progress. */
  let before = new Map<string, OverdueQuery>()
  let checkedCpuSeconds = ownCpuSeconds()
  const findFault = async () => {
    if (memoryUsage.rss() > MAX_MEMORY_BYTES) return 'uses more than one and a half times its memory limit'
    const busyCpuSeconds = ownCpuSeconds() - checkedCpuSeconds
    checkedCpuSeconds += busyCpuSeconds
    if (busyCpuSeconds < MIN_BUSY_CPU_SECONDS) return undefined
    const overdue = await listOverdueQueries(ask)
    const since = (query: OverdueQuery) => {
      const earlier = before.get(query.id)
      return earlier?.progress === query.progress ? earlier : query
    }
    before = new Map(overdue.map(query => [query.id, since(query)]))
    return overdue.some(query => query.cpuSeconds - since(query).cpuSeconds > MAX_OVERDUE_CPU_SECONDS)
      ? 'runs a query that does not end at its timeout'
      : undefined
  }
  const timer = setInterval(async () => {
    const fault = await findFault()
    if (fault === undefined) return
    clearInterval(timer)
    end(fault)
  }, EVERY_MS)
}

async function listOverdueQueries(ask: (sql: string) => Promise<string | undefined>): Promise<OverdueQuery[]> {
  const answer = await ask(LIST_OVERDUE_QUERIES)
  if (answer === undefined) return []
  const { data } = JSON.parse(answer) as { data: [string, string, number[]][] }
  return data.map(([id, progress, threads]) => ({ id, progress, cpuSeconds: readCpuSeconds(threads) }))
}

/** Processor time of these threads so far, in seconds; of the whole process where the system does not tell it of threads (macOS). */
function readCpuSeconds(threads: readonly number[]): number {
  if (process.platform !== 'linux') return ownCpuSeconds()
  return threads.reduce((sum, thread) => sum + readThreadNanoseconds(thread) / 1e9, 0)
}

/** Processor time of this process so far. */
function ownCpuSeconds(): number {
  const { user, system } = cpuUsage()
  return (user + system) / 1e6
}

/** 0 once the thread has ended. */
function readThreadNanoseconds(thread: number): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')[0])
  } catch {
    return 0
  }
}
