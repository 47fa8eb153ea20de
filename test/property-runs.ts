import { isNightly } from './is-nightly.ts'

/**
 * How often a costly property runs: five times as often in `npm run test:nightly` (`costlyProperties` in vitest.config.ts). A property ends
 * by the number of its runs, not by the clock: it would prove less on a busy machine, and a run that is left behind writes on.
 */
export function runs(numRuns: number): { numRuns: number } {
  return { numRuns: isNightly ? 5 * numRuns : numRuns }
}
