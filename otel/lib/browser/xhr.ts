import { isTraced } from './hook-fetch.ts'
import { beginSpan, nowMs, type Recorder, type RequestEvent, traceparent } from './recorder.ts'

const failures = [
  ['error', 'NetworkError'],
  ['abort', 'AbortError'],
  ['timeout', 'TimeoutError'],
] as const

/** Makes one span for every XMLHttpRequest to the page's own origin and to those allowed, with its `traceparent`. */
export function watchXhr(recorder: Recorder, traceOrigins: readonly string[]): void {
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
      if (!target || !isTraced(target.url, traceOrigins)) return
      const span = beginSpan(recorder.parent())
      this.setRequestHeader('traceparent', traceparent(span))
      const event: RequestEvent = { type: 'request', span, ...target, atMs: 0 }
      recorder.running.add(event)
      let error: unknown
      for (const [failure, name] of failures) {
        this.addEventListener(failure, () => {
          error = new DOMException('', name)
        })
      }
      const end = recorder.guard(() => {
        recorder.running.delete(event)
        recorder.emit({ ...event, status: this.status, error, atMs: nowMs() })
      })
      this.addEventListener('loadend', end)
    })()
    return send.call(this, body)
  }
}
