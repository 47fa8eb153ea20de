import { sanitisedMessage } from '../../react-router/contract.ts'
import { NOT_FOUND_ROUTE } from '../../semconv.ts'
import type { BrowserOptions } from './options.ts'
import { newId, nowMs, type PageEvent, type Recorder, readNavigationTiming } from './recorder.ts'

type Fields = Readonly<Record<string, string | undefined>>

/**
 * Posts a minimal page load and the errors so far when the page is left before the agent has loaded. The agent does not send them again if
 * the page is restored. In browsers that do not report the document's status only the errors are posted.
 */
export function postWhenLeftEarly(recorder: Recorder, options: BrowserOptions, send: typeof fetch): void {
  const { endpoint = '/otlp', serviceName = 'browser', release, environment, beforeSend } = options
  const { pageLoad, buffer, traceFlags } = recorder
  const { transaction, id, parentId, startMs } = pageLoad
  const { traceId } = transaction
  const page = { 'errata.transaction.id': transaction.id }

  const post = (signal: string, kind: string, scoped: string, name: string, records: object[]) => {
    if (!records[0]) return
    const resource = attributes({
      'service.name': serviceName,
      'service.version': release || undefined,
      'deployment.environment.name': environment,
    })
    const scopes = [{ scope: { name: '@errata/otel/browser' }, [name]: records }]
    const body = JSON.stringify({ [kind]: [{ resource: { attributes: resource }, [scoped]: scopes }] })
    // Not retried, because the page is gone.
    send(`${endpoint}/v1/${signal}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      keepalive: true,
      body,
    }).catch(recorder.onFault)
  }
  const isKept = (signal: 'span' | 'log', name: string, said: Fields) =>
    beforeSend?.({ signal, name, attributes: said }) !== false

  const leave = () => {
    if (recorder.taken || pageLoad.endMs !== undefined) return
    pageLoad.endMs = nowMs()
    // The route is not known yet, but the span of a 404 page needs it, so that the Collector drops it. Safari does not report the status.
    const status = readNavigationTiming()?.responseStatus
    const route = status === 404 ? NOT_FOUND_ROUTE : undefined
    const said = { ...page, 'errata.transaction.route': route, 'errata.incomplete': 'true' }
    const span = {
      ...{ traceId, spanId: id, parentSpanId: parentId, name: 'pageload', kind: 1, flags: 257 },
      ...{ startTimeUnixNano: nano(startMs), endTimeUnixNano: nano(pageLoad.endMs) },
    }
    const isSent = status && traceFlags(traceId) && isKept('span', span.name, said)
    post('traces', 'resourceSpans', 'scopeSpans', 'spans', isSent ? [{ ...span, attributes: attributes(said) }] : [])
    const thrown = new Map(buffer.splice(0).map(event => [thrownOf(event), event.atMs]))
    const logs = [...thrown].flatMap(([error, atMs]) => {
      if (!(error instanceof Error) || error.message === sanitisedMessage || 'digest' in error) return []
      const said = {
        ...page,
        'exception.type': error.name,
        'exception.message': withoutQueries(error.message),
        'exception.stacktrace': withoutQueries(error.stack ?? '').slice(0, 12_000),
        'log.record.uid': newId(16),
      }
      if (!isKept('log', 'exception', said)) return []
      const record = { traceId, spanId: id, timeUnixNano: nano(atMs), severityNumber: 17, severityText: 'ERROR' }
      return [{ ...record, eventName: 'exception', attributes: attributes(said) }]
    })
    post('logs', 'resourceLogs', 'scopeLogs', 'logRecords', logs)
  }
  window.addEventListener('pagehide', recorder.guard(leave))
}

function thrownOf(event: PageEvent): unknown {
  if (event.type === 'exception') return event.thrown
  if (event.type !== 'error') return undefined
  return Reflect.get(event.event, 'error') ?? Reflect.get(event.event, 'reason')
}

const attributes = (fields: Fields) =>
  Object.entries(fields).flatMap(([key, stringValue]) => (stringValue ? [{ key, value: { stringValue } }] : []))

const nano = (unixMs: number) => `${Math.floor(unixMs * 1e3)}000`

/** Removes what may be private in a URL; a position in a script stays. */
const withoutQueries = (text: string) => text.replace(/[?#][^\s"'<>)]*?(?=:\d+:\d+|["'<>)\s]|$)/g, '')
