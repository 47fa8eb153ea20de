import { sanitisedMessage } from '../../react-router/contract.ts'
import { NOT_FOUND_ROUTE } from '../../semconv.ts'
import { errorType } from './error-type.ts'
import type { BrowserOptions } from './options.ts'
import { encodeAttributes, envelope, postHeaders, type Signal, toUnixNano } from './otlp-json.ts'
import { newId, nowMs, type PageEvent, type Recorder, readNavigationTiming } from './recorder.ts'

/**
 * Posts the page load and the errors of a page that is left before the agent has loaded. The agent does not send them again if the page comes
 * back. A browser that does not expose the document's status posts the errors alone.
 */
export function postOnEarlyUnload(recorder: Recorder, options: BrowserOptions, send: typeof fetch): void {
  const { pageLoad, buffer, traceFlags } = recorder
  const { transaction, id: spanId, parentId, startMs } = pageLoad
  const { traceId } = transaction
  const page = { 'errata.transaction.id': transaction.id }

  const post = (signal: Signal, records: object[]) => {
    if (!records[0]) return
    const { endpoint = '/otlp', serviceName = 'browser', release, environment } = options
    const attributes = encodeAttributes({
      'service.name': serviceName,
      'service.version': release || undefined,
      'deployment.environment.name': environment || undefined,
    })
    const texts = records.map(record => JSON.stringify(record))
    // Not retried: the page is gone by then.
    send(`${endpoint}/v1/${signal}`, {
      method: 'POST',
      headers: postHeaders(endpoint),
      keepalive: true,
      body: envelope(signal, JSON.stringify({ attributes }), texts),
    }).catch(recorder.onFault)
  }
  /** The record as it is sent; none if `beforeSend` drops it or throws. */
  const kept = (signal: 'span' | 'log', name: string, attributes: Record<string, unknown>, record: object) =>
    recorder.guard(() =>
      options.beforeSend?.({ signal, name, attributes }) === false
        ? []
        : [{ traceId, spanId, ...record, attributes: encodeAttributes(attributes) }],
    )() ?? []

  const leave = () => {
    if (recorder.isTakenOver || pageLoad.endMs !== undefined || document.prerendering) return
    pageLoad.endMs = nowMs()
    // The route is not known yet, but the span of a 404 page needs its own, by which the Collector drops it. Safari does not expose the status.
    const status = readNavigationTiming()?.responseStatus
    const name = 'pageload'
    const route = status === 404 ? NOT_FOUND_ROUTE : undefined
    const described = { ...page, 'errata.transaction.route': route, 'errata.incomplete': true }
    const times = { startTimeUnixNano: toUnixNano(startMs), endTimeUnixNano: toUnixNano(pageLoad.endMs) }
    const span = { parentSpanId: parentId, name, kind: 1, flags: 0x101, ...times }
    post('traces', status && traceFlags(traceId) ? kept('span', name, described, span) : [])
    const thrown = new Map(buffer.splice(0).map(event => [thrownOf(event), event.atMs]))
    const different = new Map<string, { error: Error; atMs: number; repeats: number }>()
    const note = recorder.guard((error: unknown, atMs: number) => {
      if (!(error instanceof Error) || error.message === sanitisedMessage || 'digest' in error) return
      const key = errorType(error) + error.message + error.stack
      const { repeats = -1 } = different.get(key) ?? {}
      different.set(key, { error, atMs, repeats: repeats + 1 })
    })
    for (const [error, atMs] of thrown) note(error, atMs)
    const logs = [...different.values()].flatMap(({ error, atMs, repeats }) => {
      const eventName = 'exception'
      const described = {
        ...page,
        'exception.type': errorType(error),
        'exception.message': withoutQueries(error.message),
        'exception.stacktrace': withoutQueries(error.stack ?? '').slice(0, 12_000) || undefined,
        'errata.exception.repeats': repeats || undefined,
        'log.record.uid': newId(16),
      }
      const log = { eventName, timeUnixNano: toUnixNano(atMs), severityNumber: 17, severityText: 'ERROR' }
      return kept('log', eventName, described, log)
    })
    post('logs', logs)
  }
  window.addEventListener('pagehide', recorder.guard(leave))
}

function thrownOf(event: PageEvent): unknown {
  if (event.type === 'exception') return event.thrown
  if (event.type !== 'error') return undefined
  return Reflect.get(event.event, 'error') ?? Reflect.get(event.event, 'reason')
}

/** Without what may be private in URLs; the position in a script behind them stays. */
const withoutQueries = (text: string) => text.replace(/[?#][^\s"'<>)]*?(?=:\d+:\d+|["'<>)\s]|$)/g, '')
