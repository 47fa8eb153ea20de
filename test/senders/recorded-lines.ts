import type { SentRequest } from './otlp-recorder.ts'

/** A request in OTLP's JSON mapping with one span or one log record. */
export type RecordedItem = TracesRequest | LogsRequest

export interface TracesRequest {
  readonly resourceSpans: readonly (Omit<object, 'scopeSpans'> & { readonly scopeSpans: readonly Scope<'spans'>[] })[]
}
export interface LogsRequest {
  readonly resourceLogs: readonly (Omit<object, 'scopeLogs'> & { readonly scopeLogs: readonly Scope<'logRecords'>[] })[]
}
type Scope<Items extends string> = Readonly<Record<Items, readonly object[]>>

/**
 * Writes requests as a file of lines, each a request with one span or log record, in the order of arrival: the format of the Collector's
 * file exporter. Times are relative: the first is a second after 0.
 */
export function writeRecordedLines(sent: readonly SentRequest[]): string {
  const text = sent
    .flatMap(({ request }) => splitRequest(request as RecordedItem))
    .map(item => JSON.stringify(item).replaceAll(UNQUOTED_TIMES, '"$&"'))
  const [first = 0n] = listTimes(text.join('\n'))
  return text.map(line => `${shiftTimes(line, SECOND_NS - first)}\n`).join('')
}

/** Reads such lines, with the last time moved to `endNs`, Unix nanoseconds. */
export function readRecordedLines(lines: string, endNs: bigint): RecordedItem[] {
  const last = listTimes(lines).at(-1) ?? 0n
  const moved = shiftTimes(lines, endNs - last)
  return moved
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

const SECOND_NS = 1_000_000_000n
/** A time that is 0 is not set. */
const TIMES = /(?<=TimeUnixNano":")[1-9]\d*/gi
/** Some SDKs send numbers in JSON. */
const UNQUOTED_TIMES = /(?<=TimeUnixNano":)\d+/gi
const listTimes = (text: string) =>
  Array.from(text.matchAll(TIMES), ([time]) => BigInt(time)).toSorted((a, b) => Number(a - b))
const shiftTimes = (text: string, byNs: bigint) => text.replaceAll(TIMES, time => String(BigInt(time) + byNs))

function splitRequest(request: RecordedItem): RecordedItem[] {
  if ('resourceSpans' in request) {
    return request.resourceSpans.flatMap(of =>
      of.scopeSpans.flatMap(scope =>
        scope.spans.map(span => ({ resourceSpans: [{ ...of, scopeSpans: [{ ...scope, spans: [span] }] }] })),
      ),
    )
  }
  return request.resourceLogs.flatMap(of =>
    of.scopeLogs.flatMap(scope =>
      scope.logRecords.map(record => ({ resourceLogs: [{ ...of, scopeLogs: [{ ...scope, logRecords: [record] }] }] })),
    ),
  )
}
