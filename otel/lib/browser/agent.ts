import { diag } from '@opentelemetry/api'
import type { BrowserOptions } from './browser.ts'
import { recordErrorEvent, recordExceptions } from './exceptions.ts'
import { watchFrustratedClicks } from './frustrated-clicks.ts'
import { watchLongAnimationFrames } from './long-animation-frames.ts'
import { recordNavigations } from './navigations.ts'
import { routeModuleFailures, watchCspViolations } from './page-faults.ts'
import { recordPageLoad } from './page-load.ts'
import { nowMs, type OpenSpan, type PageEvent, type Recorder, type RequestEvent } from './recorder.ts'
import { recordRequest } from './requests.ts'
import { startSending, tellOfLoss } from './send-signals.ts'
import { info, type Signals } from './signals.ts'
import { watchUserActions } from './user-actions.ts'
import { watchWebVitals } from './web-vitals.ts'
import { watchXhr } from './xhr.ts'

export interface AgentOptions {
  readonly options: BrowserOptions
  /** The page load, as the recorder began it. */
  readonly pageLoad: OpenSpan
  /** The browser's own `fetch`. */
  readonly nativeFetch: typeof fetch
}

const failureDelayMs = 100

/** Takes over from the buffer of the entry's hooks: makes signals of what it holds, and sends from here on. */
export function startAgent(recorder: Recorder, options: AgentOptions): void {
  // Apart from the task that evaluated this module.
  setTimeout(recorder.guard(takeOver), 0, recorder, options)
}

function takeOver(recorder: Recorder, { options, pageLoad, nativeFetch }: AgentOptions): void {
  const { allowedParams = [], traceOrigins = [] } = options
  const { guard } = recorder
  const { signals, session, leave, hide } = startSending(recorder, options, nativeFetch.bind(window))

  const clicks = watchFrustratedClicks(signals)
  const describeActions = watchUserActions(guard, (type, element) => {
    session.touch()
    if (type === 'click') clicks.clicked(element)
  })
  const describeMoment = () => {
    clicks.failed()
    return { 'errata.user_actions': describeActions() }
  }
  const report = recordExceptions(signals, describeMoment, allowedParams)
  const navigations = recordNavigations(recorder, signals, { pageLoad, allowedParams })
  const listenForModules = routeModuleFailures(guard(sighting => report({ ...sighting, parent: recorder.page })))
  let stopListening: (() => void) | undefined

  const request = (event: RequestEvent) =>
    navigations.request(event, recordRequest(event, { recorder, signals, allowedParams }))

  // Chromium fails what is under way just before it tells a page that it goes away: then it was cut short, and did not fail.
  const requestLater = (event: RequestEvent) => {
    recorder.running.add(event)
    setTimeout(() => recorder.running.delete(event) && guard(request)(event), failureDelayMs)
  }

  const consume = (event: PageEvent) => {
    switch (event.type) {
      case 'navigation':
        session.touch()
        clicks.answered()
        stopListening ??= listenForModules()
        return navigations.navigation(event)
      case 'state':
        navigations.state(event)
        if (navigations.isOpen()) return
        stopListening?.()
        stopListening = undefined
        return
      case 'fetcher':
        return navigations.fetcher(event)
      case 'request':
        clicks.answered()
        return event.error && !event.incomplete ? requestLater(event) : request(event)
      case 'exception':
        return report(event)
      case 'error':
        return recordErrorEvent(event.event, event, { report, allowedParams })
    }
  }
  recorder.emit = guard(consume)
  for (const event of recorder.buffer.splice(0)) recorder.emit(event)
  if (recorder.dropped > 0) tellOfLoss(signals, 'dropped', recorder.dropped, 'queue_full')

  recordPageLoad(signals, { pageLoad, shown: navigations.shown, allowedParams })
  signals.onHide.push(() => {
    for (const event of recorder.running) recorder.emit({ ...event, incomplete: true, atMs: nowMs() })
  })
  // Chromium fires `pagehide` on the window alone, and before `visibilitychange`.
  window.addEventListener('pagehide', guard(leave))
  // A task of their own: a slow processor is not to be kept busy for long at a time.
  setTimeout(
    guard(() => {
      watchXhr(recorder, pageLoad, traceOrigins)
      watchCspViolations(guard, report, allowedParams)
      watchLongAnimationFrames(signals, allowedParams)
      watchWebVitals(signals, { pageLoad, allowedParams })
      // After the vitals' own listeners, which tell CLS and INP when the page is hidden.
      watchVisibility(signals, hide)
    }),
  )
  tellOfFault(recorder)
}

/** Tells `diag` of the first failure of ours, whether it has been or is still to come. */
function tellOfFault(recorder: Recorder): void {
  let told = recorder.fault
  const tell = (fault: unknown) => {
    told = fault
    diag.error('errata.telemetry', fault)
  }
  if (told) tell(told)
  Object.defineProperty(recorder, 'fault', { get: () => told, set: tell })
}

function watchVisibility(signals: Signals, hide: () => void): void {
  const tell = signals.guard(() => {
    const { visibilityState } = document
    signals.log({
      eventName: 'errata.page.visibility',
      severity: info,
      attributes: { 'errata.page.visibility': visibilityState },
    })
    if (visibilityState === 'hidden') hide()
  })
  document.addEventListener('visibilitychange', tell)
}
