import type { EventEmitter } from 'node:events'
import { type Context, context } from '@opentelemetry/api'
import { transactionOf } from './transaction.ts'

/** The context in which an error was thrown: it is lost by the time that an uncaught error is reported. */
const thrownIn = new WeakMap<object, Context>()

export function contextThrownIn(error: unknown): Context | undefined {
  return typeof error === 'object' && error !== null ? thrownIn.get(error) : undefined
}

/** Runs in a context, and remembers it for what is thrown. */
export function runIn<T>(within: Context, run: () => T): T {
  try {
    return context.with(within, run)
  } catch (error) {
    if (typeof error === 'object' && error !== null && !thrownIn.has(error)) thrownIn.set(error, within)
    throw error
  }
}

/**
 * Runs listeners of a request or response in the request's context, which its parser and socket do not know. A listener that has a context
 * of this request already, maybe with a child span, keeps it.
 */
export function keepContext(emitter: EventEmitter, within: Context): void {
  const { emit } = emitter
  const transaction = transactionOf(within)
  emitter.emit = function (this: EventEmitter, ...args: Parameters<EventEmitter['emit']>) {
    const active = context.active()
    return runIn(transactionOf(active) === transaction ? active : within, () => Reflect.apply(emit, this, args))
  }
}
