import { scrubUrl } from '../scrub-url.ts'
import type { Recorder, SpanRecord } from './recorder.ts'

/** A phase's name, and between which moments of the document's timing it lies. */
const phases = [
  ['redirect', 'redirectStart', 'redirectEnd'],
  ['connect', 'domainLookupStart', 'connectEnd'],
  ['request', 'requestStart', 'responseStart'],
  ['response', 'responseStart', 'responseEnd'],
  ['document', 'responseEnd', 'loadEventEnd'],
] as const

/**
 * Ends the page load span when the document has loaded, with its phases as children: redirect, connect, request, response,
 * document.
 */
export function watchPageLoad(recorder: Recorder, pageLoad: SpanRecord, allowedParams: readonly string[]): void {
  const finish = recorder.guard((endMs?: number) => {
    if (pageLoad.endMs !== undefined) return
    const [entry] = performance.getEntriesByType('navigation')
    const route = pageLoad.transaction.route
    if (route !== undefined) pageLoad.name = `pageload ${route}`
    pageLoad.attributes['url.full'] = scrubUrl(location.href, allowedParams)
    pageLoad.attributes['http.response.status_code'] = pageLoad.transaction.status
    if (entry instanceof PerformanceNavigationTiming) {
      pageLoad.attributes['browser.navigation.type'] = entry.type
      for (const [name, from, to] of phases) {
        if (entry[from] > 0 && entry[to] > entry[from]) {
          const phase = recorder.start(name, pageLoad, false, performance.timeOrigin + entry[from])
          recorder.end(phase, performance.timeOrigin + entry[to])
        }
      }
      endMs ??= entry.loadEventEnd > 0 ? performance.timeOrigin + entry.loadEventEnd : undefined
    }
    recorder.end(pageLoad, endMs)
  })
  // `loadEventEnd` is set only after the last of the load event's listeners.
  const afterLoad = () => setTimeout(finish)
  if (document.readyState === 'complete') afterLoad()
  else window.addEventListener('load', afterLoad)
  recorder.onHide.push(() => {
    if (pageLoad.endMs === undefined) pageLoad.attributes['errata.incomplete'] = true
    finish()
  })
}
