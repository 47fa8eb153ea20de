import { setTimeout as wait } from 'node:timers/promises'

/** Why a running process is unhealthy. */
export interface ProcessFailure {
  /** Completes "the engine …". */
  readonly what: string
  /** How long this may last before the process is restarted; 0 restarts it at once. */
  readonly graceMs: number
}

export interface ProcessWatchOptions {
  /** Checks the process once. @returns `undefined` if it is healthy */
  readonly check: (signal: AbortSignal) => Promise<ProcessFailure | undefined>
  readonly everyMs: number
}

/** A single late response proves nothing: the machine may have been asleep or overloaded. */
const minFailures = 2

/**
 * Checks a process until a failure lasts longer than its grace time.
 *
 * @returns The failure; `undefined` if `stop` ended the watch.
 */
export async function watchProcess(
  { check, everyMs }: ProcessWatchOptions,
  stop: AbortSignal,
): Promise<string | undefined> {
  let healthyAtMs = performance.now()
  for (let failures = 0; ; ) {
    await wait(everyMs, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return undefined
    const startedMs = performance.now()
    const failure = await check(stop)
    if (stop.aborted) return undefined
    failures = failure === undefined ? 0 : failures + 1
    if (failure === undefined) healthyAtMs = startedMs
    else if (failure.graceMs === 0) return failure.what
    else if (failures >= minFailures && performance.now() - healthyAtMs > failure.graceMs) return failure.what
  }
}

/** @returns The response, with any status; `undefined` if none came in time. */
export async function fetchText(url: string, options: RequestInit & { signal: AbortSignal; deadlineMs: number }) {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.deadlineMs)])
  try {
    const response = await fetch(url, { ...options, signal })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined // Connection refused or timed out.
  }
}
