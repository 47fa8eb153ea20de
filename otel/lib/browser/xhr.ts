import { isTraced } from './hook-fetch.ts'
import { beginSpan, nowMs, type Recorder, traceparent } from './recorder.ts'

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
      let error: unknown
      for (const failure of ['error', 'abort', 'timeout']) {
        this.addEventListener(failure, () => {
          error = new DOMException(
            '',
            failure === 'abort' ? 'AbortError' : failure === 'timeout' ? 'TimeoutError' : 'NetworkError',
          )
        })
      }
      this.addEventListener('loadend', () =>
        recorder.guard(recorder.emit)({ type: 'request', span, ...target, status: this.status, error, atMs: nowMs() }),
      )
    })()
    return send.call(this, body)
  }
}
