import { isNightly } from './is-nightly.ts'

/**
 * The number of runs of a costly property: three times as many in `npm run test:nightly` (`costlyProperties` in vitest.config.ts). A property
 * ends by the number of its runs, not by the clock: it would prove less on a busy machine, and a run that is left behind writes on.
 */
export function runs(numRuns: number): { numRuns: number } {
  return { numRuns: isNightly ? 3 * numRuns : numRuns }
}
