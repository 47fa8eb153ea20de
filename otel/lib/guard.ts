import { diag } from '@opentelemetry/api'

const told = new Set<string>()

/**
 * Runs our own code inside the host: a failure costs what `run` would have added, is told to `diag` once, and never
 * reaches the host.
 *
 * @param what Names the thing that is lost, for the message.
 */
export function guard<T>(what: string, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    tellOnce(what, error)
    return undefined
  }
}

/** Tells `diag` of a failure the first time it happens at a place. */
export function tellOnce(what: string, error: unknown): void {
  if (told.has(what)) return
  told.add(what)
  diag.error(`${what} failed; told once`, error)
}
