import type { Fault } from './watch-process.ts'

/** What a Collector has counted since it began, over all signals. */
export interface Counters {
  /** Items that its memory limiter let pass, and that it refused. */
  readonly accepted: number
  readonly refused: number
  /** Bytes in its queues. */
  readonly waitingBytes: number
}

const fewestRefusals = 3
/** The Collector's own reports pass the limiter by, so a queue is hardly ever quite empty. */
export const emptyBytes = 1 << 20

/** Reads the counters out of the Collector's metrics, in Prometheus' text format. */
export function readCounters(text: string): Counters {
  const total = (prefix: string) => {
    const lines = text.split('\n').filter(line => line.startsWith(prefix))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  return {
    accepted: total('otelcol_processor_memory_limiter_accepted_'),
    refused: total('otelcol_processor_memory_limiter_refused_'),
    waitingBytes: total('otelcol_exporter_queue_size'),
  }
}

/**
 * Judges a Collector by what it counts from check to check: one that refuses again and again, accepts nothing in between and has nothing
 * in its queues has no reason to refuse that would pass.
 *
 * @returns To be called with the counters of each check, in their order.
 */
export function judgeRefusals(): (now: Counters) => Fault | undefined {
  let last: Counters | undefined
  let refusals = 0
  return now => {
    // Fewer than before: another process, started anew.
    const isFirst = last === undefined || now.refused < last.refused || now.accepted < last.accepted
    if (isFirst || now.accepted > (last?.accepted ?? 0) || now.waitingBytes > emptyBytes) refusals = 0
    else if (now.refused > (last?.refused ?? 0)) refusals++
    last = now
    if (refusals < fewestRefusals) return undefined
    return { what: 'refuses everything while its queues are empty', patienceMs: 20_000 }
  }
}
