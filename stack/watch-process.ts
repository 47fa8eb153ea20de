import { setTimeout as wait } from 'node:timers/promises'

/** What is wrong with a process that runs. */
export interface Fault {
  /** Completes "the engine …". */
  readonly what: string
  /** How long it may stay so before the process is started anew; 0 for at once. */
  readonly patienceMs: number
}

export interface Watch {
  /** Asks the process. @returns `undefined` when it does what it is there for */
  readonly check: (signal: AbortSignal) => Promise<Fault | undefined>
  readonly everyMs: number
}

/** A machine that was asleep or much too busy makes one question late, whatever the process does. */
const fewestFaults = 2

/**
 * Checks a process until something is wrong with it for longer than that may last.
 *
 * @returns What is wrong; `undefined` when `stop` ended the watch.
 */
export async function watchProcess({ check, everyMs }: Watch, stop: AbortSignal): Promise<string | undefined> {
  let wellAtMs = performance.now()
  for (let faults = 0; ; ) {
    await wait(everyMs, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return undefined
    const askedMs = performance.now()
    const fault = await check(stop)
    if (stop.aborted) return undefined
    faults = fault === undefined ? 0 : faults + 1
    if (fault === undefined) wellAtMs = askedMs
    else if (fault.patienceMs === 0) return fault.what
    else if (faults >= fewestFaults && performance.now() - wellAtMs > fault.patienceMs) return fault.what
  }
}

/** @returns the answer, whatever its status; `undefined` when none came in time */
export async function ask(url: string, options: RequestInit & { signal: AbortSignal; deadlineMs: number }) {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.deadlineMs)])
  try {
    const response = await fetch(url, { ...options, signal })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined // Nobody listens, or nobody answers.
  }
}
