import type { TransactionLatency } from './list-latencies.ts'

/** Apdex: 1 if all transactions were satisfying. @returns `undefined` without transactions. @see https://www.apdex.org */
export function computeApdex({ requests, satisfied, tolerating }: TransactionLatency): number | undefined {
  return requests === 0 ? undefined : (satisfied + tolerating / 2) / requests
}
