import type { Latency } from './list-latencies.ts'

/** Apdex: 1 where everybody was satisfied. @returns `undefined` where there are no transactions. @see https://www.apdex.org */
export function apdexOf({ requests, satisfied, tolerating }: Latency): number | undefined {
  return requests === 0 ? undefined : (satisfied + tolerating / 2) / requests
}
