import { setTimeout as wait } from 'node:timers/promises'
import { StoreError } from '../../../store/store-error.ts'

/** Work that is done again and again until the desk stops. */
export interface Loop {
  /** Resolves when the desk stops. */
  run(): Promise<void>
  /** Does the work at once, if it waits. */
  wake(): void
}

interface LoopOptions {
  /** The work, as the beginning of a sentence. */
  readonly name: string
  readonly signal: AbortSignal
  /** @returns How long to wait until the next time, milliseconds. */
  work(): Promise<number>
  /** Called after each time. @param failure why it failed; '' if it did not */
  onEnd?(failure: string): void
}

const RETRY_MS = 15_000

/** A failure does not end it, and is told once for as long as it stays the same. */
export function createLoop({ name, signal, work, onEnd = () => {} }: LoopOptions): Loop {
  let waiting = new AbortController()
  return {
    async run() {
      let told = ''
      while (!signal.aborted) {
        waiting = new AbortController()
        let pauseMs = RETRY_MS
        let failure = ''
        try {
          pauseMs = await work()
        } catch (error) {
          if (signal.aborted) return
          failure = reasonOf(error)
          // Without the database nothing else works either, and pages say so; what is our fault is an exception.
          if (failure !== told) {
            if (error instanceof StoreError) console.warn(`${name} is interrupted: ${failure}.`)
            else console.error(error)
          }
        }
        told = failure
        onEnd(failure)
        const either = AbortSignal.any([signal, waiting.signal])
        await wait(pauseMs, undefined, { ref: false, signal: either }).catch(() => undefined)
      }
    },
    wake: () => waiting.abort(),
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
