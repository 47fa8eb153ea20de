import { diag } from '@opentelemetry/api'

const diagnosedPlaces = new Set<string>()

/**
 * Runs our code inside the host app. If it throws, the result is undefined and the error is reported to `diag` once; the app never sees it.
 *
 * @param what Names what is lost, for the message.
 */
export function guard<T>(what: string, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    diagnoseOnce(what, error)
    return undefined
  }
}

/** Passes the first failure of each place to `diag`. */
export function diagnoseOnce(what: string, error: unknown): void {
  if (diagnosedPlaces.has(what)) return
  diagnosedPlaces.add(what)
  diag.error(`${what} failed; reported once`, error)
}
