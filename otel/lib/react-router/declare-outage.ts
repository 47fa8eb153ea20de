import { data } from 'react-router'

const declaredOutageKey = Symbol.for('errata.declared-outage')

/**
 * Creates what a loader or action throws when a dependency of the app is unavailable: its text reaches the visitor unchanged, and it is not
 * recorded as an exception.
 *
 * @param body Content of the error screen. It must not contain secrets.
 * @param init `status` 500 to 599, default 503; `retryAfterSeconds` becomes a Retry-After header.
 */
export function declareOutage<T>(
  body: T,
  init: { readonly status?: number; readonly retryAfterSeconds?: number } = {},
) {
  const { status = 503, retryAfterSeconds } = init
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const outage = data(body, { status, headers })
  Object.defineProperty(outage, declaredOutageKey, { value: true })
  return outage
}

export const isDeclaredOutage = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && declaredOutageKey in thrown
