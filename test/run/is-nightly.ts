import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isNightly: boolean
  }
}

/** Whether a spec runs with all its widths and ways, as in `npm run test:nightly`, or with those that `npm test` keeps. */
export const isNightly = inject('isNightly')
