import type { ProcessFailure } from './watch-process.ts'

/** A Collector's counters since its start, summed over all signals. */
export interface LimiterCounters {
  /** Items that its memory limiter accepted and refused. */
  readonly accepted: number
  readonly refused: number
  /** Bytes in its queues. */
  readonly waitingBytes: number
}

const minRefusals = 3
/** The Collector's own telemetry bypasses the limiter, so a queue is hardly ever completely empty. */
export const EMPTY_QUEUE_BYTES = 1 << 20

/** Parses the Collector's metrics, in Prometheus text format. */
export function parseCounters(text: string): LimiterCounters {
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
 * Detects a Collector whose memory limiter is stuck: it refuses data at every check, accepts none in between, and its queues are empty.
 *
 * @returns A function to call with the counters of each check, in order.
 */
export function createRefusalDetector(): (now: LimiterCounters) => ProcessFailure | undefined {
  let last: LimiterCounters | undefined
  let refusals = 0
  return now => {
    // Lower counters mean that the Collector was restarted.
    const isFirst = last === undefined || now.refused < last.refused || now.accepted < last.accepted
    if (isFirst || now.accepted > (last?.accepted ?? 0) || now.waitingBytes > EMPTY_QUEUE_BYTES) refusals = 0
    else if (now.refused > (last?.refused ?? 0)) refusals++
    last = now
    if (refusals < minRefusals) return undefined
    return { what: 'refuses everything while its queues are empty', graceMs: 20_000 }
  }
}
