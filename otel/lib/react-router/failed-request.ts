import { createContext } from 'react-router'

/** What `handleError` was last told of each request. */
const failures = new WeakMap<Request, { readonly error: unknown }>()

export function rememberFailure(request: Request, error: unknown): void {
  failures.set(request, { error })
}

/** Undefined where React Router told of none: an answer without a body is the app's own then. */
export const failureOf = (request: Request) => failures.get(request)

/** Set where the request's own context could not be made: what the first middleware throws in place of it. */
export const failedBefore = createContext<{ readonly fault: unknown } | null>(null)
