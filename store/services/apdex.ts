import type { Latency } from './list-latencies.ts'

/** Apdex: 1 if all transactions were satisfying. @returns `undefined` without transactions. @see https://www.apdex.org */
export function apdexOf({ requests, satisfied, tolerating }: Latency): number | undefined {
  return requests === 0 ? undefined : (satisfied + tolerating / 2) / requests
}
