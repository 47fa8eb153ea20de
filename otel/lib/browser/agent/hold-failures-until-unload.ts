import type { PageEvent, Recorder } from '../entry/recorder.ts'

const doubtMs = 100

/**
 * Keeps events back for a moment once a request has failed. Chromium fails what is under way shortly before it tells a page that it goes
 * away: what was cut short then has not failed, and what follows from it is no error of the app.
 *
 * @returns `take` for each event as it comes, `pageEnds` for when the page goes away.
 */
export function doubtFailures(guard: Recorder['guard'], consume: (event: PageEvent) => void) {
  const failures = new WeakSet<object>()
  let doubtful: PageEvent[] | undefined

  const hasFailed = (thrown: unknown) =>
    thrown instanceof Error &&
    // What a stream throws that loses its connection was made by no script: it has no frame.
    (failures.has(thrown) || (thrown instanceof TypeError && !thrown.stack?.includes('\n')))

  const errorsOf = (event: PageEvent): unknown[] => {
    if (event.type === 'state') return Object.values(event.state.errors ?? {})
    if (event.type === 'exception') return [event.thrown]
    if (event.type === 'handler') return [event.error]
    return event.type === 'error' ? [Reflect.get(event.event, 'reason')] : []
  }

  const settle = (isLeaving: boolean) => {
    const events = doubtful ?? []
    doubtful = undefined
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
      if (!doubtful && (failure || errorsOf(event).some(hasFailed))) {
        doubtful = []
        setTimeout(guard(settle), doubtMs, false)
      }
      if (doubtful) doubtful.push(event)
      else consume(event)
    },
    pageEnds: () => settle(true),
  }
}
