import { inspect } from 'node:util'
import type { Runtime } from '../runtime.ts'

/** Node ends with 1 after an uncaught error. */
const uncaughtExitCode = 1

/**
 * Records errors that nothing caught, sends what is queued, and ends the process as Node would: the stack on stderr, exit
 * code 1. Where the app listens to `uncaughtException` itself, recording is all that happens.
 *
 * A rejection that nothing handles arrives here too, by Node's default mode `throw`.
 *
 * @returns Stops listening.
 */
export function watchFatalErrors(runtime: Runtime, flush: (deadlineMs: number) => Promise<void>, deadlineMs: number) {
  let isEnding = false
  const onUncaught = (error: unknown) => {
    const appListens = process.listenerCount('uncaughtException') > 1
    runtime.recordException(unwrap(error), { outcome: appListens ? 'handled' : 'fatal' })
    if (appListens || isEnding) return
    isEnding = true
    process.stderr.write(`${error instanceof Error && error.stack !== undefined ? error.stack : inspect(error)}\n`)
    const exit = () => process.exit(uncaughtExitCode)
    flush(deadlineMs).then(exit, exit)
  }
  process.on('uncaughtException', onUncaught)
  return () => process.off('uncaughtException', onUncaught)
}

/** Node wraps a rejection that is no Error; what was thrown is the better record. */
function unwrap(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_UNHANDLED_REJECTION') {
    const [, reason] = /reason "([\s\S]*)"\.$/.exec(error.message) ?? []
    return reason ?? error
  }
  return error
}
