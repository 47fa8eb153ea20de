import type { Config } from '../config.ts'
import { collectorKeepsFreeBytes, shortageOf } from './disk-notice.ts'
import { judgeRefusals, readCounters } from './judge-refusals.ts'
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
 * in its queues that would have to be sent first: only a new start helps then. And on a full disk it must not run.
 */
export function watchCollector({ otelcol }: Config, queueDir: string): Watch {
  const judge = judgeRefusals()
  return {
    everyMs,
    async check(signal) {
      const shortage = shortageOf(queueDir, collectorKeepsFreeBytes)
      if (shortage !== undefined) return { what: `would lose data on this disk (${shortage})`, patienceMs: 0 }
      const answer = await ask(otelcol.metricsUrl, { signal, deadlineMs })
      return answer === undefined ? hangs : judge(readCounters(answer.text))
    },
  }
}
