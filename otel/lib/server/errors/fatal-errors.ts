import { inspect } from 'node:util'
import { context } from '@opentelemetry/api'
import { getStringFromEnv } from '@opentelemetry/core'
import type { ExceptionSite, TelemetryRuntime, Transaction } from '../../runtime.ts'
import { contextThrownIn } from '../requests/keep-context.ts'

/** Node's exit code after an uncaught error. */
const uncaughtExitCode = 1

/**
 * Records errors that nothing caught, sends what is queued, and ends the process as Node would: the stack on stderr, exit code 1. If the
 * app listens to `uncaughtException` or `unhandledRejection` itself, or `--unhandled-rejections` prevents Node from ending the process,
 * errors are only recorded.
 *
 * One kind of rejection does not end the process: that of a promise that a loader has started but not returned yet, and will return as
 * deferred data. It is checked again when the request's loaders are done.
 *
 * @returns Stops listening.
 */
export function watchFatalErrors(
  runtime: TelemetryRuntime,
  flush: (deadlineMs: number) => Promise<void>,
  deadlineMs: number,
) {
  let isEnding = false
  const mode = rejectionMode()
  const early = new Map<Promise<unknown>, Transaction>()

  const end = (error: unknown, site: ExceptionSite) => {
    runtime.recordException(error, site)
    if (site.outcome !== 'fatal' || isEnding) return
    isEnding = true
    endRequest(runtime.transactionOf(site.context ?? context.active()))
    process.stderr.write(`${error instanceof Error && error.stack !== undefined ? error.stack : inspect(error)}\n`)
    const exit = () => process.exit(uncaughtExitCode)
    flush(deadlineMs).then(exit, exit)
  }
  const isAlone = (event: 'uncaughtException' | 'unhandledRejection') => process.listenerCount(event) === 1

  const onUncaught = (error: unknown) =>
    end(error, { outcome: isAlone('uncaughtException') ? 'fatal' : 'unhandled', context: contextThrownIn(error) })
  const onRejected = (reason: unknown, promise: Promise<unknown>) => {
    if (mode === 'strict') return // It was an uncaught exception first.
    const at = context.active()
    const isLeftToNode = isAlone('unhandledRejection')
    if (isLeftToNode && mode === 'warn-with-error-code') warnWithErrorCode(reason)
    const outcome = isLeftToNode && mode === 'throw' ? 'fatal' : 'unhandled'
    const transaction = runtime.transactionOf(at)
    if (outcome === 'unhandled' || transaction === undefined || transaction.running === 0) {
      end(reason, { outcome, context: at })
      return
    }
    early.set(promise, transaction)
    transaction.whenIdle.push(() => {
      // One turn later, React Router or other code that awaits the promise has handled it.
      setImmediate(() => {
        if (early.delete(promise)) end(reason, { outcome, context: at })
      })
    })
  }
  const onHandledLate = (promise: Promise<unknown>) => early.delete(promise)

  // The reader of stderr may be gone: that is no error of the app, and reporting it there would fail again.
  const onBrokenStderr = () => {}
  process.stderr.on('error', onBrokenStderr)
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onRejected)
  process.on('rejectionHandled', onHandledLate)
  return () => {
    process.stderr.off('error', onBrokenStderr)
    process.off('uncaughtException', onUncaught)
    process.off('unhandledRejection', onRejected)
    process.off('rejectionHandled', onHandledLate)
  }
}

/** The request that ends with the process: nothing else would end its span, to which the exception refers. */
function endRequest(transaction: Transaction | undefined): void {
  if (transaction === undefined) return
  transaction.route ??= transaction.pattern
  transaction.rootSpan?.end()
}

/**
 * What Node does about an unhandled rejection; `throw` by default. Node has no API for it, and a listener such as ours changes the
 * behaviour of some modes.
 *
 * @see https://nodejs.org/api/cli.html#--unhandled-rejectionsmode
 */
function rejectionMode(): string {
  const options = [...(getStringFromEnv('NODE_OPTIONS') ?? '').split(/\s+/), ...process.execArgv]
  return [...options.join(' ').matchAll(/--unhandled-rejections[= ]([a-z-]+)/g)].at(-1)?.[1] ?? 'throw'
}

/** What Node does in that mode without listeners; in the mode `warn` also with listeners. */
function warnWithErrorCode(reason: unknown): void {
  const text = reason instanceof Error && reason.stack !== undefined ? reason.stack : inspect(reason)
  process.emitWarning(text, 'UnhandledPromiseRejectionWarning')
  process.exitCode = uncaughtExitCode
}
