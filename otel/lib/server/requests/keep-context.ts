import type { EventEmitter } from 'node:events'
import { type Context, context } from '@opentelemetry/api'
import { transactionOf } from './transaction.ts'

/** The context in which an error was thrown: it is lost by the time that an uncaught error is reported. */
const contextByError = new WeakMap<object, Context>()

export function contextThrownIn(error: unknown): Context | undefined {
  return typeof error === 'object' && error !== null ? contextByError.get(error) : undefined
}

/** Runs in a context, and remembers it for what is thrown. */
export function runInContext<T>(callContext: Context, run: () => T): T {
  return rememberContextOfThrown(callContext, () => context.with(callContext, run))
}

function rememberContextOfThrown<T>(callContext: Context, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (typeof error === 'object' && error !== null && !contextByError.has(error))
      contextByError.set(error, callContext)
    throw error
  }
}

/**
 * Runs listeners of a request or response in the request's context, which its parser and socket do not know. A listener that has a context
 * of this request already, maybe with a child span, keeps it.
 */
export function keepContext(emitter: EventEmitter, requestContext: Context): void {
  const { emit } = emitter
  const transaction = transactionOf(requestContext)
  emitter.emit = function (this: EventEmitter, ...args: Parameters<EventEmitter['emit']>) {
    // Most events of a request and its response have no listener; an error without one is thrown.
    if (args[0] !== 'error' && this.listenerCount(args[0]) === 0) return Reflect.apply(emit, this, args)
    const active = context.active()
    const call = () => Reflect.apply(emit, this, args)
    return transactionOf(active) === transaction
      ? rememberContextOfThrown(active, call)
      : runInContext(requestContext, call)
  }
}
