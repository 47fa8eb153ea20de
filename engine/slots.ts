import { EngineError } from './error-reply.ts'

/** A place in which one statement runs. */
export interface Slot<T> extends Disposable {
  readonly value: T
}

export interface Slots<T> {
  /**
   * Takes a free place, or waits for one in order of arrival.
   *
   * @throws {EngineError} 202 when too many wait already.
   * @throws The signal's reason, when it aborts while waiting; the place in the queue is given up.
   */
  take(signal: AbortSignal): Promise<Slot<T>>
}

/** @param values One for each place. */
export function createSlots<T>(values: readonly T[], maxWaiting: number): Slots<T> {
  const free = [...values]
  const waiting = new Set<(value: T) => void>()

  const release = (value: T) => {
    const [next] = waiting
    if (next === undefined) free.push(value)
    else {
      waiting.delete(next)
      next(value)
    }
  }
  const slot = (value: T): Slot<T> => {
    let held = true
    return {
      value,
      [Symbol.dispose]() {
        if (held) release(value)
        held = false
      },
    }
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      const value = free.pop()
      if (value !== undefined) return slot(value)
      if (waiting.size >= maxWaiting) {
        throw new EngineError(
          202,
          'TOO_MANY_SIMULTANEOUS_QUERIES',
          `Too many simultaneous queries: ${values.length} run and ${maxWaiting} wait; try again`,
        )
      }
      return slot(await turn(waiting, signal))
    },
  }
}

function turn<T>(waiting: Set<(value: T) => void>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      waiting.delete(onTurn)
      reject(signal.reason)
    }
    const onTurn = (value: T) => {
      signal.removeEventListener('abort', onAbort)
      resolve(value)
    }
    waiting.add(onTurn)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
