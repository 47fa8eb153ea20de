import { isWorthRecording } from '../../entry/hook-fetch.ts'
import { beginSpan, nowMs, type Recorder, type RequestEvent, toUnixMs, traceparent } from '../../entry/recorder.ts'
import { isTracedOrigin, maySendTrace, rememberFailed, type TraceTargets } from '../../entry/trace-header.ts'

/** Names of the platform's errors, by event. */
const errorNameByEvent = { error: 'NetworkError', abort: 'AbortError', timeout: 'TimeoutError' }

/**
 * Creates a span for every XMLHttpRequest, as for `fetch()`: with `traceparent` where {@link maySendTrace}. Requests sent before this is called
 * are known only by their timing: they have no `traceparent`, and their method is unknown.
 */
export function watchXhr(recorder: Recorder, targets: TraceTargets): void {
  recordEarlier(recorder, targets)
  const { guard } = recorder
  const { open, send, setRequestHeader } = XMLHttpRequest.prototype
  const opened = new WeakMap<XMLHttpRequest, { method: string; url: URL; hasTrace?: true }>()

  XMLHttpRequest.prototype.open = function (...args: [method: string, url: string | URL, ...rest: unknown[]]) {
    const [method, url] = args
    Reflect.apply(open, this, args)
    guard(() => opened.set(this, { method: method.toUpperCase(), url: new URL(url, document.baseURI) }))()
  }

  XMLHttpRequest.prototype.setRequestHeader = function (...args) {
    setRequestHeader.apply(this, args)
    const target = opened.get(this)
    // A second value would be appended to the app's own.
    if (target && String(args[0]).toLowerCase() === 'traceparent') target.hasTrace = true
  }

  /** @returns What ends the span of a synchronous request, which may throw instead of telling by events. */
  const begin = guard((xhr: XMLHttpRequest) => {
    const target = opened.get(xhr)
    if (!target) return undefined
    // Without being opened again it cannot be sent again.
    opened.delete(xhr)
    const { method, url, hasTrace } = target
    const isOwn = isTracedOrigin(url, targets)
    const span = beginSpan(recorder.parent())
    const event: RequestEvent = { type: 'request', span, method, url, atMs: 0 }
    const isTraced = !hasTrace && maySendTrace(url, recorder, targets)
    if (isTraced) setRequestHeader.call(xhr, 'traceparent', traceparent(span, recorder))
    if (isOwn) recorder.running.add(event)
    let error: unknown
    let status = 0
    // An app may send one object repeatedly: no state of a request stays on it.
    const sent = new AbortController()
    const end = guard(() => {
      sent.abort()
      recorder.running.delete(event)
      if (isOwn || isWorthRecording(span, status, error)) recorder.emit({ ...event, status, error, atMs: nowMs() })
    })
    const fail = (name: string) => {
      error = new DOMException('', name)
      if (isTraced && name === 'NetworkError') rememberFailed(url, recorder)
    }
    for (const [failure, name] of Object.entries(errorNameByEvent))
      xhr.addEventListener(failure, () => fail(name), sent)
    // At `loadend` the app may have opened it again.
    xhr.addEventListener('readystatechange', () => (status ||= xhr.status), sent)
    xhr.addEventListener('loadend', end, sent)
    return (thrown: unknown) => {
      if (thrown instanceof DOMException) fail(thrown.name)
      end()
    }
  })

  XMLHttpRequest.prototype.send = function (body) {
    const throws = begin(this)
    try {
      send.call(this, body)
    } catch (thrown) {
      throws?.(thrown)
      throw thrown
    }
  }
}

/** Records requests that started earlier; one in progress is reported when it ends. */
function recordEarlier(recorder: Recorder, targets: TraceTargets): void {
  const untilMs = performance.now()
  const record = recorder.guard((entry: PerformanceEntry) => {
    if (!(entry instanceof PerformanceResourceTiming) || entry.initiatorType !== 'xmlhttprequest') return
    const startMs = toUnixMs(entry.startTime)
    const url = new URL(entry.name)
    if (entry.startTime >= untilMs || !isTracedOrigin(url, targets)) return
    const span = beginSpan(recorder.page.startMs > startMs ? recorder.pageLoad : recorder.page, startMs)
    // Without a response it failed or was cancelled; the entry does not tell which.
    recorder.emit({ type: 'request', span, url, status: entry.responseStatus, atMs: startMs + entry.duration })
  })
  new PerformanceObserver(list => list.getEntries().forEach(record)).observe({ type: 'resource', buffered: true })
}
