import type { PageEvent, Recorder } from '../entry/recorder.ts'
import { attempt } from './exceptions/exceptions.ts'

const holdMs = 100

/**
 * Holds events for 100 ms after a failed request. Chromium fails requests in progress shortly before it tells a page that it is unloaded:
 * these are incomplete, not failed, and the resulting errors are not the app's.
 *
 * @returns `take` handles an event, `pageEnds` is called when the page is unloaded.
 */
export function holdFailuresUntilUnload(guard: Recorder['guard'], consume: (event: PageEvent) => void) {
  const failures = new WeakSet<object>()
  let held: PageEvent[] | undefined

  const hasFailed = (thrown: unknown) =>
    attempt(
      () =>
        thrown instanceof Error &&
        // An error of a stream whose connection was lost has no stack frame.
        (failures.has(thrown) || (thrown instanceof TypeError && !thrown.stack?.includes('\n'))),
    )

  const errorsOf = (event: PageEvent): unknown[] => {
    if (event.type === 'state') return Object.values(event.state.errors ?? {})
    if (event.type === 'exception') return [event.thrown]
    if (event.type === 'handler') return [event.error]
    return event.type === 'error' ? [Reflect.get(event.event, 'reason')] : []
  }

  const settle = (isLeaving: boolean) => {
    const events = held ?? []
    held = undefined
    for (const event of events) {
      if (!isLeaving) consume(event)
      else if (event.type === 'request' || (event.type === 'handler' && hasFailed(event.error))) {
        consume({ ...event, incomplete: true })
      } else if (event.type === 'fetcher') consume({ ...event, incomplete: true, status: undefined })
      else if (!errorsOf(event).some(hasFailed)) consume(event)
    }
  }

  return {
    take(event: PageEvent): void {
      const failure = event.type === 'request' && !event.incomplete ? event.error : undefined
      if (failure instanceof Error) failures.add(failure)
      if (!held && (failure || errorsOf(event).some(hasFailed))) {
        held = []
        setTimeout(guard(settle), holdMs, false)
      }
      if (held) held.push(event)
      else consume(event)
    },
    pageEnds: () => settle(true),
  }
}
