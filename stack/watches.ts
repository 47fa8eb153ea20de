import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { collectorAcceptsFromBytes, collectorSendsFromBytes, shortageOf } from './disk-notice.ts'
import { emptyBytes, judgeRefusals, readCounters } from './judge-refusals.ts'
import { ask, type Fault, type Watch } from './watch-process.ts'

const everyMs = 5_000
const deadlineMs = 10_000
const hangs: Fault = { what: 'does not answer', patienceMs: 30_000 }

/** Any answer of the desk will do. It is asked below the relay's path, where no request makes a span. */
export function watchDesk({ desk }: Config): Watch {
  return {
    everyMs,
    async check(signal) {
      const life = await ask(`${desk.url}/otlp`, { signal, deadlineMs })
      return life === undefined ? hangs : undefined
    },
  }
}

/**
 * The engine is asked a question that costs nothing. Behind heavy ones it may have to wait for its turn, which is no reason to end
 * them: only where not even the sign of life comes is the process stuck.
 *
 * @param headers who asks: a user of its own share, whose statements do not wait behind those of readers.
 */
export function watchEngine({ clickhouse }: Config, headers: Readonly<Record<string, string>>): Watch {
  const { url } = clickhouse
  return {
    everyMs,
    async check(signal) {
      const question = { method: 'POST', body: 'SELECT 1', headers, signal, deadlineMs }
      const [answer, life] = await Promise.all([ask(url, question), ask(`${url}/ping`, { signal, deadlineMs })])
      if (answer !== undefined) return undefined
      return life === undefined ? hangs : { what: 'answers no question', patienceMs: 300_000 }
    },
  }
}

/**
 * The Collector is asked for its counters. Memory that it does not get rid of makes its limiter refuse whatever comes, while nothing waits
 * in its queues that would have to be sent first: only a new start helps then. On a nearly full disk it is started anew to send its queue
 * and accept nothing, and once the queue is empty to accept again. The disk is looked at every second, as a burst fills 128 MiB in a few.
 */
export function watchCollector(
  { otelcol }: Config,
  { queueDir, sendsOnly }: { readonly queueDir: string; readonly sendsOnly: boolean },
): Watch {
  const judge = judgeRefusals()
  let fault: Fault | undefined
  let checks = 0
  return {
    everyMs: 1_000,
    async check(signal) {
      const shortage = shortageOf(queueDir, sendsOnly ? collectorSendsFromBytes : collectorAcceptsFromBytes)
      if (shortage !== undefined) return { what: `is short of disk space (${shortage})`, patienceMs: 0 }
      if (checks++ % 5 !== 0) return fault
      const answer = await ask(otelcol.metricsUrl, { signal, deadlineMs })
      const counters = answer && readCounters(answer.text)
      if (counters === undefined) fault = hangs
      else if (!sendsOnly) fault = judge(counters)
      else if (counters.waitingBytes < emptyBytes && hasRoom(queueDir)) fault = sent
      else fault = undefined
      return fault
    },
  }
}

const sent: Fault = { what: 'has sent its queue and can accept again', patienceMs: 0 }
/** As much as collector/guard-queue.ts wants for a start that accepts: somewhat more than the least, and a copy of each file. */
function hasRoom(queueDir: string): boolean {
  const files = readdirSync(queueDir, { withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce((sum, { name }) => sum + statSync(join(queueDir, name)).size, 0)
  return shortageOf(queueDir, collectorAcceptsFromBytes + (16 << 20) + bytes) === undefined
}
