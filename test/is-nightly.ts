import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isNightly: boolean
  }
}

/** True in `npm run test:nightly`: specs run with all their widths and ways, and costly properties more often, than in `npm test`. */
export const isNightly = inject('isNightly')

/** Ways to do the same, such as with scripts and without: `npm test` takes the first, nightly the others. */
export function waysOf<Way>(first: Way, ...others: readonly Way[]): readonly Way[] {
  return isNightly ? others : [first]
}

/** A test that has one way, in a file that nightly runs for its {@link waysOf other ways}: nightly does not repeat it. */
export const testOnce = test.runIf(!isNightly)
