import { data } from 'react-router'

const declared = Symbol.for('errata.declared-outage')

/**
 * Makes what a loader or action throws when something that the app depends on is away: its words reach the visitor as they
 * are, and it is not recorded as an exception of the app's code.
 *
 * @param body What the error screen shows. Must hold nothing secret.
 * @param init `status` 500 to 599, default 503; `retryAfterSeconds` becomes a Retry-After header.
 */
export function declareOutage<T>(
  body: T,
  init: { readonly status?: number; readonly retryAfterSeconds?: number } = {},
) {
  const { status = 503, retryAfterSeconds } = init
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const outage = data(body, { status, headers })
  Object.defineProperty(outage, declared, { value: true })
  return outage
}

export const isDeclaredOutage = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && declared in thrown
