import { diag } from '@opentelemetry/api'
import type { BrowserOptions } from '../entry/options.ts'
import { nowMs, type PageEvent, type Recorder } from '../entry/recorder.ts'
import { recordLoss, startSending } from '../send/send-signals.ts'
import { type Signals, severityInfo } from '../send/signals.ts'
import { recordErrorEvent, recordExceptions } from './exceptions/exceptions.ts'
import { watchCspViolations, watchModuleFailures } from './exceptions/page-errors.ts'
import { holdFailuresUntilUnload } from './hold-failures-until-unload.ts'
import { recordHandler } from './navigations/handlers.ts'
import { recordNavigations } from './navigations/navigations.ts'
import { recordPageLoad } from './navigations/page-load.ts'
import { recordRequest } from './requests/requests.ts'
import { watchXhr } from './requests/xhr.ts'
import { watchFrustratedClicks } from './user-actions/frustrated-clicks.ts'
import { watchUserActions } from './user-actions/user-actions.ts'
import { watchLongAnimationFrames } from './vitals/long-animation-frames.ts'
import { watchWebVitals } from './vitals/web-vitals.ts'

/**
 * Takes over from the buffer of the entry's hooks: creates signals from its events, and sends from then on.
 *
 * @param nativeFetch The browser's own.
 */
export function startAgent(recorder: Recorder, options: BrowserOptions, nativeFetch: typeof fetch): void {
  // In another task than the one that evaluated this module.
  setTimeout(recorder.guard(takeOver), 0, recorder, options, nativeFetch)
}

function takeOver(recorder: Recorder, options: BrowserOptions, nativeFetch: typeof fetch): void {
  recorder.isTakenOver = true
  const { guard, pageLoad } = recorder
  const { signals, session, finish, flush } = startSending(recorder, options, nativeFetch.bind(window))

  const clicks = watchFrustratedClicks(signals)
  const describeActions = watchUserActions(guard, (type, element) => {
    session.touch()
    if (type === 'click') clicks.clicked(element)
  })
  const describeMoment = () => {
    clicks.failed()
    return { 'errata.user_actions': describeActions() }
  }
  const { report, tellRepeats } = recordExceptions(signals, describeMoment, options)
  const failures = holdFailuresUntilUnload(guard, event => guard(consume)(event))
  // Before the others: these end open spans.
  signals.onHide.push(failures.pageEnds, tellRepeats)
  const navigations = recordNavigations(recorder, signals)
  const reportModule = guard((thrown: Error) => report({ thrown, source: 'route-module', parent: recorder.page }))
  let stopListening: (() => void) | undefined

  const consume = (event: PageEvent) => {
    switch (event.type) {
      case 'navigation':
        session.touch()
        clicks.answered()
        stopListening ??= watchModuleFailures(reportModule)
        return navigations.navigation(event)
      case 'state':
        navigations.state(event)
        if (navigations.isOpen()) return
        stopListening?.()
        stopListening = undefined
        return
      case 'fetcher':
        return navigations.fetcher(event)
      case 'handler':
        return recordHandler(event, signals)
      case 'request':
        clicks.answered()
        return navigations.request(event, recordRequest(event, recorder, signals))
      case 'exception':
        return report(event)
      case 'error':
        return recordErrorEvent(event, report, signals.scrub)
    }
  }
  recorder.emit = guard(failures.take)
  for (const event of recorder.buffer.splice(0)) recorder.emit(event)
  if (recorder.dropped > 0) recordLoss(signals, 'dropped', recorder.dropped, 'queue_full')

  recordPageLoad(signals, pageLoad, navigations.shown)
  signals.onHide.push(() => {
    for (const event of recorder.running) recorder.emit({ ...event, incomplete: true, atMs: nowMs() })
  })
  window.addEventListener(
    'pageshow',
    guard(({ persisted }) => {
      if (!persisted) return
      session.touch()
      navigations.restored()
    }),
  )
  // Chromium fires `pagehide` only on the window, and before `visibilitychange`.
  window.addEventListener('pagehide', guard(finish))
  // In a separate task, so that a slow processor is not blocked for long.
  setTimeout(
    guard(() => {
      watchXhr(recorder, options)
      watchCspViolations(signals, report)
      watchLongAnimationFrames(signals)
      watchWebVitals(signals, pageLoad)
      // After the vitals' own listeners, which report CLS and INP when the page is hidden.
      watchVisibility(signals, () => {
        tellRepeats()
        flush()
      })
    }),
  )
  diagnoseFault(recorder)
}

/** Passes our first failure to `diag`, whether it has happened already or not. */
function diagnoseFault(recorder: Recorder): void {
  recorder.onFault = fault => {
    recorder.onFault = () => {}
    diag.error('errata.telemetry', fault)
  }
  if (recorder.fault) recorder.onFault(recorder.fault)
}

function watchVisibility(signals: Signals, flush: () => void): void {
  const onChange = signals.guard(() => {
    const { visibilityState } = document
    signals.log({
      eventName: 'errata.page.visibility',
      severity: severityInfo,
      attributes: { 'errata.page.visibility': visibilityState },
    })
    if (visibilityState === 'hidden') flush()
  })
  document.addEventListener('visibilitychange', onChange)
}
