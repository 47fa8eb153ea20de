import type { EventEmitter } from 'node:events'
import { type Context, context } from '@opentelemetry/api'
import { transactionOf } from './transaction.ts'

/** Where an error was thrown: by the time that a process is told of an uncaught one, its context is gone. */
const thrownIn = new WeakMap<object, Context>()

export function contextThrownIn(error: unknown): Context | undefined {
  return typeof error === 'object' && error !== null ? thrownIn.get(error) : undefined
}

/** Runs in a context, and notes it on what is thrown there. */
export function runIn<T>(within: Context, run: () => T): T {
  try {
    return context.with(within, run)
  } catch (error) {
    if (typeof error === 'object' && error !== null && !thrownIn.has(error)) thrownIn.set(error, within)
    throw error
  }
}

/**
 * Lets listeners of a request or a response run in the request's context: its parser and its socket, which call them, know nothing of it. Where
 * it is there already, maybe with a span below the request's, it stays as it is.
 */
export function keepContext(emitter: EventEmitter, within: Context): void {
  const { emit } = emitter
  const transaction = transactionOf(within)
  emitter.emit = function (this: EventEmitter, ...args: Parameters<EventEmitter['emit']>) {
    const active = context.active()
    return runIn(transactionOf(active) === transaction ? active : within, () => Reflect.apply(emit, this, args))
  }
}
