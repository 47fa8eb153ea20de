import { isTracedOrigin, isWorthRecording } from '../../entry/hook-fetch.ts'
import { beginSpan, nowMs, type Recorder, type RequestEvent, traceparent } from '../../entry/recorder.ts'

/** Names of the platform's errors, by event. */
const errorTypeByEvent = { error: 'Network', abort: 'Abort', timeout: 'Timeout' }

/**
 * Creates a span for every XMLHttpRequest, as for `fetch()`: with `traceparent` to the page's own origin and to allowed ones. Requests sent
 * before this is called are known only by their timing: they have no `traceparent`, and their method is unknown.
 */
export function watchXhr(recorder: Recorder, traceOrigins: readonly string[]): void {
  recordEarlier(recorder, traceOrigins)
  const { open, send } = XMLHttpRequest.prototype
  const targets = new WeakMap<XMLHttpRequest, { method: string; url: URL }>()

  XMLHttpRequest.prototype.open = function (...args: [method: string, url: string | URL, ...rest: unknown[]]) {
    const [method, url] = args
    recorder.guard(() => targets.set(this, { method: method.toUpperCase(), url: new URL(url, document.baseURI) }))()
    return Reflect.apply(open, this, args)
  }

  XMLHttpRequest.prototype.send = function (body) {
    recorder.guard(() => {
      const target = targets.get(this)
      if (!target) return
      const isOwn = isTracedOrigin(target.url, traceOrigins)
      const span = beginSpan(recorder.parent())
      const event: RequestEvent = { type: 'request', span, ...target, atMs: 0 }
      if (isOwn) {
        this.setRequestHeader('traceparent', traceparent(span, recorder))
        recorder.running.add(event)
      }
      let error: unknown
      let status = 0
      // An app may send one object repeatedly: no state of a request stays on it.
      const sent = new AbortController()
      for (const [failure, name] of Object.entries(errorTypeByEvent)) {
        this.addEventListener(
          failure,
          () => {
            error = new DOMException('', `${name}Error`)
          },
          sent,
        )
      }
      // At `loadend` the app may have opened it again.
      this.addEventListener('readystatechange', () => (status ||= this.status), sent)
      const end = recorder.guard(() => {
        sent.abort()
        recorder.running.delete(event)
        if (isOwn || isWorthRecording(span, status, error)) recorder.emit({ ...event, status, error, atMs: nowMs() })
      })
      this.addEventListener('loadend', end, sent)
    })()
    return send.call(this, body)
  }
}

/** Records requests that started earlier; one in progress is reported when it ends. */
function recordEarlier(recorder: Recorder, traceOrigins: readonly string[]): void {
  const untilMs = performance.now()
  const record = recorder.guard((entry: PerformanceEntry) => {
    if (!(entry instanceof PerformanceResourceTiming) || entry.initiatorType !== 'xmlhttprequest') return
    const startMs = performance.timeOrigin + entry.startTime
    const url = new URL(entry.name)
    if (entry.startTime >= untilMs || !isTracedOrigin(url, traceOrigins)) return
    const span = beginSpan(recorder.page.startMs > startMs ? recorder.pageLoad : recorder.page, startMs)
    // Without a response it failed or was cancelled; the entry does not tell which.
    recorder.emit({ type: 'request', span, url, status: entry.responseStatus, atMs: startMs + entry.duration })
  })
  new PerformanceObserver(list => list.getEntries().forEach(record)).observe({ type: 'resource', buffered: true })
}
