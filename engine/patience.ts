import type { Writable } from 'node:stream'
import { EngineError } from './error-reply.ts'

/** How long a statement and its answer may take. */
export interface Patience extends Disposable {
  /** Aborts when the client is gone, when the time is up or when the client takes nothing; in the latter two with an EngineError. */
  readonly signal: AbortSignal
  /** Waits until the sink takes more, or until `signal` aborts. */
  drained(sink: Writable): Promise<void>
}

/** Begins to count. @param limits Infinity for none. */
export function waitFor(gone: AbortSignal, { deadlineMs, idleMs }: { deadlineMs: number; idleMs: number }): Patience {
  const overdue = new AbortController()
  const signal = AbortSignal.any([gone, overdue.signal])
  const after = (ms: number, message: string) =>
    Number.isFinite(ms)
      ? setTimeout(() => overdue.abort(new EngineError(159, 'TIMEOUT_EXCEEDED', `Timeout exceeded: ${message}`)), ms)
      : undefined
  const deadline = after(
    deadlineMs,
    `a statement and its answer may take ${deadlineMs / 1000} s, waiting for a place included`,
  )

  return {
    signal,
    async drained(sink) {
      if (signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const onEvent = () => resolve()
      const idle = after(idleMs, `the client took nothing of the answer for ${idleMs / 1000} s`)
      sink.once('drain', onEvent)
      signal.addEventListener('abort', onEvent, { once: true })
      await promise
      clearTimeout(idle)
      sink.off('drain', onEvent)
      signal.removeEventListener('abort', onEvent)
    },
    [Symbol.dispose]: () => clearTimeout(deadline),
  }
}
