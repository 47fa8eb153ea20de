import { data } from 'react-router'

/**
 * Ends a request with 403 and a page that links to the same URL.
 *
 * @param forbidden one sentence that says why
 */
export function forbidden(forbidden: string) {
  return data({ forbidden }, { status: 403, statusText: 'Forbidden' })
}
