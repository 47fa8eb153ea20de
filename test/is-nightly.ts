import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isNightly: boolean
  }
}

/** True in `npm run test:nightly`: specs run with all their widths and ways, and costly properties more often, than in `npm test`. */
export const isNightly = inject('isNightly')
