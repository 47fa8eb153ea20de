import { data } from 'react-router'

/**
 * Ends a loader with 404 and the 404 page.
 *
 * @param notFound one sentence that says what there is none of
 */
export function notFound(notFound?: string) {
  return data({ notFound }, { status: 404, statusText: 'Not Found' })
}
