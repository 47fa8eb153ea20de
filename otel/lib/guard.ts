import { diag } from '@opentelemetry/api'

const reported = new Set<string>()

/**
 * Runs our own code within the host: a failure costs what `run` would have added, reaches `diag` once, and never the host.
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
  if (reported.has(what)) return
  reported.add(what)
  diag.error(`${what} failed; reported once`, error)
}
