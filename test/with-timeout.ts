/**
 * The predicate of a property that queries the store: after the time limit no further runs are started. A started run finishes:
 * fast-check's own time limit would leave it running, and it would write to a store that the next test uses.
 *
 * @param limitMs for all runs, and for shrinking the counterexample
 */
export function withTimeout<Of extends unknown[]>(limitMs: number, run: (...of: Of) => Promise<void>) {
  const endMs = performance.now() + limitMs
  return async (...of: Of): Promise<void> => {
    if (performance.now() < endMs) await run(...of)
  }
}
