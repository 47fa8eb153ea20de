/**
 * The predicate of a property that asks the store: once its time is over, the runs that are left are not run. The one that has begun comes to
 * its end: fast-check's own time limit leaves it behind, and it goes on to fill a store that the next test has by then.
 *
 * @param limitMs for all runs, and for finding the smallest counterexample
 */
export function withTimeout<Of extends unknown[]>(limitMs: number, run: (...of: Of) => Promise<void>) {
  const endMs = performance.now() + limitMs
  return async (...of: Of): Promise<void> => {
    if (performance.now() < endMs) await run(...of)
  }
}
