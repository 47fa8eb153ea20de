import { ATTR_ERRATA_CLOCK_BROWSER } from '../../semconv.ts'
import { type Fields, listsIn } from './json-fields.ts'

/** By as much, browsers' clocks are commonly wrong, and a post may be under way. */
const toleranceMs = 60_000

/**
 * Moves the times of a post whose browser's clock is wrong by what it is wrong: by when the post was received less when it was sent. Each
 * record keeps the time that it had. A post that says nothing of when it was sent stays as it is.
 *
 * @param request OTLP/JSON, parsed; it is modified.
 * @param sent The header `x-errata-sent`: Unix milliseconds by the browser's clock.
 */
export function correctClock(request: object, sent: string | undefined, receivedMs: number): void {
  if (sent === undefined || !/^\d{1,15}$/.test(sent)) return
  const behindMs = receivedMs - Number(sent)
  if (Math.abs(behindMs) <= toleranceMs) return
  const byNs = BigInt(behindMs) * 1_000_000n
  for (const of of listsIn(request, 'resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs')) {
    for (const scope of listsIn(of, 'scopeSpans', 'scope_spans', 'scopeLogs', 'scope_logs')) {
      for (const record of listsIn(scope, 'spans', 'logRecords', 'log_records')) {
        for (const bearer of [record, ...listsIn(record, 'events')]) moveTimes(bearer, byNs)
      }
    }
  }
}

/** The first that is set is the record's own time. */
const timeFields = [
  ...['startTimeUnixNano', 'start_time_unix_nano', 'timeUnixNano', 'time_unix_nano'],
  ...['observedTimeUnixNano', 'observed_time_unix_nano', 'endTimeUnixNano', 'end_time_unix_nano'],
]

function moveTimes(bearer: Fields, byNs: bigint): void {
  let original: bigint | undefined
  for (const field of timeFields) {
    const timeNs = readTime(bearer[field])
    // 0 is no time.
    if (timeNs === 0n || timeNs + byNs <= 0n) continue
    original ??= timeNs
    bearer[field] = String(timeNs + byNs)
  }
  if (original === undefined) return
  const attributes = listsIn(bearer, 'attributes').filter(({ key }) => key !== ATTR_ERRATA_CLOCK_BROWSER)
  bearer['attributes'] = [...attributes, { key: ATTR_ERRATA_CLOCK_BROWSER, value: { stringValue: String(original) } }]
}

/** @returns 0 for what is no time; an object may not even be text. */
function readTime(value: unknown): bigint {
  const text = typeof value === 'number' || typeof value === 'string' ? `${value}` : ''
  return /^\d{1,19}$/.test(text) ? BigInt(text) : 0n
}
