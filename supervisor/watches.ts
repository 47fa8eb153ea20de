import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createRefusalDetector, EMPTY_QUEUE_BYTES, parseCounters } from './detect-refusals.ts'
import { describeDiskShortage, MIN_FREE_BYTES_TO_ACCEPT, MIN_FREE_BYTES_TO_SEND } from './disk-notice.ts'
import { fetchText, type ProcessFailure, type ProcessWatchOptions } from './watch-process.ts'

const everyMs = 5_000
const deadlineMs = 10_000
const unresponsive: ProcessFailure = { what: 'does not answer', graceMs: 30_000 }

/** Any response from the app will do. Requests under the relay's path make no spans. */
export function watchDesk({ desk }: Config): ProcessWatchOptions {
  return {
    everyMs,
    async check(signal) {
      const response = await fetchText(`${desk.url}/otlp`, { signal, deadlineMs })
      return response === undefined ? unresponsive : undefined
    },
  }
}

/**
 * Sends the engine a trivial query. Heavy queries may delay it, which is no reason to restart it: the engine is stuck only if /ping does
 * not answer either.
 *
 * @param headers Credentials of a user with its own workload, so that this query does not wait behind those of readers.
 */
export function watchEngine({ clickhouse }: Config, headers: Readonly<Record<string, string>>): ProcessWatchOptions {
  const { url } = clickhouse
  return {
    everyMs,
    async check(signal) {
      const query = { method: 'POST', body: 'SELECT 1', headers, signal, deadlineMs }
      const [answer, ping] = await Promise.all([
        fetchText(url, query),
        fetchText(`${url}/ping`, { signal, deadlineMs }),
      ])
      if (answer !== undefined) return undefined
      return ping === undefined ? unresponsive : { what: 'does not answer queries', graceMs: 300_000 }
    },
  }
}

/**
 * Reads the Collector's counters. If memory is not freed, its limiter refuses everything although the queues are empty: only a restart
 * helps. On a nearly full disk it is restarted to send its queue without accepting data, and restarted again when the queue is empty. The
 * disk is checked every second, because a burst fills 128 MiB in a few.
 */
export function watchCollector(
  { otelcol }: Config,
  { queueDir, sendsOnly }: { readonly queueDir: string; readonly sendsOnly: boolean },
): ProcessWatchOptions {
  const detect = createRefusalDetector()
  let failure: ProcessFailure | undefined
  let checks = 0
  return {
    everyMs: 1_000,
    async check(signal) {
      const shortage = describeDiskShortage(queueDir, sendsOnly ? MIN_FREE_BYTES_TO_SEND : MIN_FREE_BYTES_TO_ACCEPT)
      if (shortage !== undefined) return { what: `is short of disk space (${shortage})`, graceMs: 0 }
      if (checks++ % 5 !== 0) return failure
      const answer = await fetchText(otelcol.metricsUrl, { signal, deadlineMs })
      const counters = answer && parseCounters(answer.text)
      if (counters === undefined) failure = unresponsive
      else if (!sendsOnly) failure = detect(counters)
      else if (counters.waitingBytes < EMPTY_QUEUE_BYTES && hasSpaceForQueue(queueDir)) failure = queueSentRestart
      else failure = undefined
      return failure
    },
  }
}

const queueSentRestart: ProcessFailure = { what: 'has sent its queue and can accept again', graceMs: 0 }
/** The space that collector/guard-queue.ts requires to accept data: a margin above the minimum, and a copy of each file. */
function hasSpaceForQueue(queueDir: string): boolean {
  const files = readdirSync(queueDir, { withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce((sum, { name }) => sum + statSync(join(queueDir, name)).size, 0)
  return describeDiskShortage(queueDir, MIN_FREE_BYTES_TO_ACCEPT + (16 << 20) + bytes) === undefined
}
