import type { OutgoingHttpHeaders, RequestOptions } from 'node:http'
import { context, propagation, type Span, trace } from '@opentelemetry/api'
import type { UndiciRequest } from '@opentelemetry/instrumentation-undici'

/**
 * Removes from a call by `fetch()` what the instrumentation is about to add, such as a `traceparent` that the app has copied from its own
 * request: a receiver would take two for none. For `node:http` the instrumentation replaces it.
 */
export function removeCopiedTrace(span: Span, request: UndiciRequest): void {
  const added: Record<string, string> = {}
  propagation.inject(trace.setSpan(context.active(), span), added)
  const names = new Set(Object.keys(added).map(name => name.toLowerCase()))
  const { headers } = request
  if (typeof headers === 'string') {
    // The form of undici 5.
    const kept = headers.split('\r\n').filter(line => !names.has((line.split(':', 1)[0] ?? '').toLowerCase()))
    request.headers = kept.join('\r\n')
    return
  }
  for (let i = headers.length - 2; i >= 0; i -= 2) {
    if (names.has(String(headers[i]).toLowerCase())) headers.splice(i, 2)
  }
}

/**
 * Node also accepts a list of names and values, or of pairs. The HTTP instrumentation would send it by its indices: `0: Host`.
 */
export function listToRecord(options: RequestOptions): void {
  if (!Array.isArray(options.headers)) return
  const list: string[] = options.headers.flat()
  const record: OutgoingHttpHeaders = {}
  const names = new Map<string, string>()
  for (let i = 0; i + 1 < list.length; i += 2) {
    const [given = '', value = ''] = list.slice(i, i + 2)
    const name = names.get(given.toLowerCase()) ?? given
    names.set(given.toLowerCase(), name)
    const earlier = record[name]
    record[name] = earlier === undefined ? value : [earlier, value].flat().map(String)
  }
  options.headers = record
}
