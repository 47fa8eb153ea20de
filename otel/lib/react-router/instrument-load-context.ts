import { isFault, recordFault } from './server-fault.ts'

/**
 * Wraps `getLoadContext`: what it throws fails the request before React Router sees it, so no other hook would record it.
 * The error goes on as it is; the answer is `@react-router/node`'s own 500, with the digest in `x-errata-digest`.
 */
export function instrumentLoadContext<A extends unknown[], R>(
  getLoadContext: (...args: A) => R | Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await getLoadContext(...args)
    } catch (error) {
      if (!isFault(error)) recordFault(error, { outcome: 'unhandled' })
      throw error
    }
  }
}
