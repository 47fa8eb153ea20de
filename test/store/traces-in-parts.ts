import type { ListTracesParams } from '../../store/traces/list-traces.ts'
import type { TimeRange } from '../../store/units.ts'
import { exceptionRow, type InsertedRow, spanRow } from './open-test-store.ts'

/** A span or an exception of a trace. */
export interface Part {
  readonly is: 'span' | 'failed span' | 'span with exception' | 'exception'
  readonly atNs: bigint
  readonly spanId: string
  readonly service: string
  readonly name: string
  readonly route: string
  readonly isRoot: boolean
  readonly isServer: boolean
  readonly durationNs: bigint
}

/** A trace with all that was sent of it. */
export interface ExpectedTrace {
  readonly traceId: string
  readonly parts: readonly Part[]
}

/** Of all spans that are no roots: also of itself, and of none that is stored. */
export const PARENT = '00000000000000aa'

/** As the exporter inserts it. */
export function rowOf(traceId: string, part: Part): InsertedRow {
  const { atNs, service, spanId, name } = part
  if (part.is === 'exception') return exceptionRow({ at: atNs, traceId, spanId, service })
  return spanRow({
    at: atNs,
    traceId,
    spanId,
    parentSpanId: part.isRoot ? '' : PARENT,
    service,
    name,
    kind: part.isServer ? 'Server' : 'Internal',
    durationNs: part.durationNs,
    status: part.is === 'failed span' ? 'Error' : 'Ok',
    attributes: part.route === '' ? {} : { 'http.route': part.route },
    events: part.is === 'span with exception' ? [{ name: 'exception', attributes: { 'exception.type': 'E' } }] : [],
  })
}

const greatest = (numbers: readonly bigint[]) => numbers.toSorted((a, b) => (a > b ? -1 : 1))[0] ?? 0n

const bucketOf = (atNs: bigint) => atNs / 300_000_000_000n
const isWithinAnHour = (bucket: bigint, other: bigint) => bucket - other <= 12n && other - bucket <= 12n

/** The expected list, newest first, computed from the rows. */
export function expectedTraces(
  traces: readonly ExpectedTrace[],
  filter: Partial<ListTracesParams> & { range: TimeRange },
) {
  const { range, service = '', operation = '', failedOnly = false, minDurationNs = 0n, maxDurationNs = 0n } = filter
  return traces
    .flatMap(({ traceId, parts }) => {
      const spans = parts.filter(({ is }) => is !== 'exception')
      const [root] = spans.toSorted((a, b) => (rootOrder(a) < rootOrder(b) ? -1 : 1))
      if (root === undefined) return []
      const { atNs: startNs, durationNs: rootDurationNs, service, name } = root
      const services = [...new Set(spans.map(({ service }) => service))].sort()
      const failed = parts.some(({ is }) => is !== 'span')
      const failedSpans = spans.filter(({ is }) => is === 'failed span')
      const isParent = ({ spanId }: Part) => spanId === PARENT && failedSpans.some(({ isRoot }) => !isRoot)
      const innermost = failedSpans.every(isParent) ? failedSpans : failedSpans.filter(span => !isParent(span))
      const failedServices = [...new Set(innermost.map(({ service }) => service))].sort()
      const counts = { spanCount: spans.length, failedSpanCount: failedSpans.length, failedServices }
      const near = parts.filter(({ atNs }) => isWithinAnHour(bucketOf(atNs), bucketOf(startNs)))
      const endsNs = near.map(({ is, atNs, durationNs }) => (is === 'exception' ? atNs : atNs + durationNs))
      const durationNs = greatest(endsNs) + greatest(near.map(({ atNs }) => -atNs))
      const unset = { httpStatus: 0, environment: '', release: '', sessionId: '' }
      return {
        traceId,
        startNs,
        durationNs,
        rootDurationNs,
        service,
        name,
        operation: operationOf(root),
        services,
        failed,
        ...unset,
        ...counts,
      }
    })
    .filter(({ startNs }) => startNs >= range.from && startNs < range.to)
    .filter(trace => service === '' || trace.services.includes(service))
    .filter(trace => operation === '' || trace.operation === operation)
    .filter(trace => (!failedOnly || trace.failed) && trace.durationNs >= minDurationNs)
    .filter(trace => maxDurationNs === 0n || trace.durationNs < maxDurationNs)
    .toSorted((a, b) => (a.startNs === b.startNs ? (a.traceId < b.traceId ? -1 : 1) : a.startNs > b.startNs ? -1 : 1))
}

const operationOf = ({ name, route }: Part) => route || name.replace(/\d+$/, '*')

/** The root is the least of these: without a parent first, a server's before a browser's, then the earliest. */
function rootOrder(part: Part): string {
  const { isRoot, isServer, service, atNs, name, durationNs } = part
  const isBrowser = service.endsWith('browser')
  const rank = isRoot ? (isBrowser ? 1 : 0) : isServer ? (isBrowser ? 3 : 2) : 4
  return [
    rank,
    String(atNs).padStart(19, '0'),
    service,
    name,
    operationOf(part),
    String(durationNs).padStart(19, '0'),
  ].join('\0')
}
