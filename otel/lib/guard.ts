import { diag } from '@opentelemetry/api'

const reported = new Set<string>()

/**
 * Runs our own code inside the host: a failure costs what `run` would have added, reaches `diag` once, and never
 * reaches the host.
 *
 * @param what Names the thing that is lost, for the message.
 */
export function guard<T>(what: string, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    diagnoseOnce(what, error)
    return undefined
  }
}

/** Passes a failure to `diag` the first time it happens at a place. */
export function diagnoseOnce(what: string, error: unknown): void {
  if (reported.has(what)) return
  reported.add(what)
  diag.error(`${what} failed; reported once`, error)
}
