import { beginSpan, nowMs, type OpenSpan, readNavigationTiming, timeOrigin } from '../../entry/recorder.ts'
import type { Signals } from '../../send/signals.ts'
import { type ShownPage, templateOf } from './navigations.ts'

/** Names of the phases, and the timing entries between which they lie. */
const phases = [
  ['redirect', 'redirectStart', 'redirectEnd'],
  ['connect', 'domainLookupStart', 'connectEnd'],
  ['request', 'requestStart', 'responseStart'],
  ['response', 'responseStart', 'responseEnd'],
  ['document', 'responseEnd', 'loadEventEnd'],
] as const

/**
 * Ends the page load span when the document has loaded and the router shows something, with its phases as children: redirect, connect,
 * request, response, document.
 */
export function recordPageLoad(signals: Signals, pageLoad: OpenSpan, shown: ShownPage): void {
  const { transaction } = pageLoad

  const finish = signals.guard(() => {
    if (pageLoad.endMs !== undefined) return
    const timing = readNavigationTiming()
    const loaded = timing && timing.loadEventEnd > 0
    for (const [name, from, to] of phases) {
      if (!timing || timing[from] === 0 || timing[to] <= timing[from]) continue
      const span = beginSpan(pageLoad, timeOrigin + timing[from])
      signals.end(span, { name, attributes: {}, endMs: timeOrigin + timing[to] })
    }
    signals.end(pageLoad, {
      name: transaction.route === undefined ? 'pageload' : `pageload ${transaction.route}`,
      attributes: {
        'url.full': signals.scrub(location.href),
        'url.template': templateOf(shown.pattern),
        'http.response.status_code': transaction.status,
        'browser.navigation.type': timing?.type,
        'error.type': shown.errorType,
        'errata.incomplete': !loaded || undefined,
      },
      failed: shown.errorType !== undefined,
      endMs: loaded ? timeOrigin + timing.loadEventEnd : nowMs(),
    })
  })

  // `loadEventEnd` is set only after the last listener of the load event.
  const afterLoad = () =>
    setTimeout(() => {
      if (transaction.decided) finish()
      else shown.whenKnown = finish
    })
  if (document.readyState === 'complete') afterLoad()
  else window.addEventListener('load', afterLoad)
  signals.onHide.push(finish)
}
