import { createContext } from 'react-router'

/** The last error that `handleError` got for each request. */
const failuresByRequest = new WeakMap<Request, { readonly error: unknown }>()

export function rememberFailure(request: Request, error: unknown): void {
  failuresByRequest.set(request, { error })
}

/** Undefined if React Router reported none: a response without a body is then the app's own. */
export const failureOf = (request: Request) => failuresByRequest.get(request)

/** Set if the request's own context could not be created: what the first middleware throws instead. */
export const loadContextFailure = createContext<{ readonly fault: unknown } | null>(null)
