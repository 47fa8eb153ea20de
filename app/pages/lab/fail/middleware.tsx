import { readErrorMessage } from '../error-message.ts'
import type { Route } from './+types/middleware.ts'

export const middleware: Route.MiddlewareFunction[] = [
  function breakMiddleware({ url }) {
    const cause = new RangeError('The lab broke what this middleware needs')
    throw new Error(readErrorMessage(url.searchParams, 'The lab broke this middleware'), { cause })
  },
]

/** Without a loader a navigation in the browser would not reach the middleware. */
export function loader() {
  return null
}

export default function MiddlewareCase() {
  return null
}
