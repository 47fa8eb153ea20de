import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isNightly: boolean
  }
}

/** True in `npm run test:nightly`: specs run in their further widths and ways, and costly properties more often than in `npm test`. */
export const isNightly = inject('isNightly')

/** Chooses among ways to do the same, such as with scripts and without: `npm test` takes the first, nightly the others. */
export function waysOf<Way>(first: Way, ...others: readonly Way[]): readonly Way[] {
  return isNightly ? others : [first]
}

/** Runs in `npm test` alone. It is for tests with one way, in a file that nightly runs for the {@link waysOf other ways} of others. */
export const testOnce = test.runIf(!isNightly)
