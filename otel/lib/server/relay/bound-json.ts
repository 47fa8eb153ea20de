import type { RecordBounds } from './bound-records.ts'
import { type Fields, isObject, listsIn } from './json-fields.ts'

/**
 * Limits the records of a request in OTLP/JSON. Receivers accept field names in camel case and with underscores, so both are handled.
 *
 * @param request Parsed; it is modified.
 */
export function boundJson(request: object, bounds: RecordBounds): void {
  for (const of of listsIn(request, 'resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs')) {
    const resource = isObject(of['resource']) ? of['resource'] : {}
    const timesNs = timesIn(of)
    boundAttributes(resource, attributes => bounds.resourceTextsOf(attributes, timesNs))
    for (const scope of listsIn(of, 'scopeSpans', 'scope_spans', 'scopeLogs', 'scope_logs')) {
      for (const records of ['spans', 'logRecords', 'log_records']) keepAccepted(scope, records, bounds)
    }
  }
}

function keepAccepted(bearer: Fields, name: string, bounds: RecordBounds): void {
  const list = bearer[name]
  if (!Array.isArray(list)) return
  bearer[name] = list.filter(record => {
    if (!bounds.takesRecord() || !isObject(record)) return false
    const kind = name === 'spans' ? 'span' : 'log'
    if (!traceIdsOf(record).every(traceId => bounds.takesTrace(kind, traceId))) {
      if (kind === 'span') return false
      for (const field of [...TRACE_ID_FIELDS, ...SPAN_ID_FIELDS]) delete record[field]
    }
    for (const field of ['name', 'eventName', 'event_name']) {
      const text = record[field]
      if (typeof text === 'string') record[field] = bounds.nameOf(text)
    }
    boundAttributes(record, bounds.textsOf)
    keepAccepted(record, 'events', bounds)
    return true
  })
}

const TRACE_ID_FIELDS = ['traceId', 'trace_id']
const SPAN_ID_FIELDS = ['spanId', 'span_id']

const traceIdsOf = (record: Fields) =>
  TRACE_ID_FIELDS.flatMap(field => (typeof record[field] === 'string' ? [record[field]] : []))

function boundAttributes(bearer: Fields, textsOf: RecordBounds['textsOf']): void {
  const list = bearer['attributes']
  if (!Array.isArray(list)) return
  const pairs = list.filter(isObject)
  const known = pairs.map(({ key, value }) => ({ key: String(key), text: textOf(value) }))
  const texts = textsOf(known)
  bearer['attributes'] = pairs.flatMap((pair, i) => {
    const text = texts[i]
    if (text === undefined) return []
    return text === known[i]?.text ? [pair] : [{ key: pair['key'], value: { stringValue: text } }]
  })
}

/** Times of the spans, events and log records of a resource, in nanoseconds; 0 if unset. */
function timesIn(of: Fields): bigint[] {
  const scopes = listsIn(of, 'scopeSpans', 'scope_spans', 'scopeLogs', 'scope_logs')
  const records = scopes.flatMap(scope => listsIn(scope, 'spans', 'logRecords', 'log_records'))
  return records.flatMap(record => [record, ...listsIn(record, 'events')]).map(timeOf)
}

const TIME_FIELDS = ['startTimeUnixNano', 'start_time_unix_nano', 'timeUnixNano', 'time_unix_nano']
const OBSERVED_TIME_FIELDS = ['observedTimeUnixNano', 'observed_time_unix_nano']

/** The earliest of its times; the observed time counts only without any other. */
function timeOf(record: Fields): bigint {
  const timesOf = (names: readonly string[]) => names.map(name => nsOf(record[name])).filter(ns => ns > 0n)
  const times = timesOf(TIME_FIELDS)
  const [least = 0n] = (times.length > 0 ? times : timesOf(OBSERVED_TIME_FIELDS)).toSorted((one, other) =>
    one < other ? -1 : 1,
  )
  return least
}

const nsOf = (value: unknown) => (/^\d{1,20}$/.test(String(value)) ? BigInt(String(value)) : 0n)

function textOf(value: unknown): string {
  if (!isObject(value)) return ''
  const [[name, text] = [], ...others] = Object.entries(value)
  const isText = others.length === 0 && (name === 'stringValue' || name === 'string_value') && typeof text === 'string'
  return isText ? text : JSON.stringify(value)
}
