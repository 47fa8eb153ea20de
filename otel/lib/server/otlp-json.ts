import type { HrTime, SpanContext } from '@opentelemetry/api'
import type { AnyValue, LogAttributes, SeverityNumber } from '@opentelemetry/api-logs'
import type { InstrumentationScope } from '@opentelemetry/core'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'

/**
 * OTLP/JSON as text, record by record: the stock serialiser builds an object for every value first, which costs as much as
 * making the spans.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function spanJson(span: ReadableSpan): string {
  const context = span.spanContext()
  const parent = span.parentSpanContext
  let json = `{${contextJson(context)}`
  if (parent !== undefined) json += `,"parentSpanId":"${parent.spanId}"`
  json += `,"flags":${spanFlags(context, parent)},"name":${quote(span.name)},"kind":${span.kind + 1}`
  json += `,"startTimeUnixNano":"${unixNano(span.startTime)}","endTimeUnixNano":"${unixNano(span.endTime)}"`
  json += `,"attributes":${attributesJson(span.attributes)}${droppedJson('Attributes', span.droppedAttributesCount)}`
  if (span.events.length > 0) json += `,"events":[${span.events.map(eventJson).join()}]`
  if (span.links.length > 0) json += `,"links":[${span.links.map(linkJson).join()}]`
  json += droppedJson('Events', span.droppedEventsCount) + droppedJson('Links', span.droppedLinksCount)
  const { code, message } = span.status
  if (code !== 0) json += `,"status":{"code":${code}${message === undefined ? '' : `,"message":${quote(message)}`}}`
  return `${json}}`
}

/** What of a log record is sent: the SDK's, or a line of the logger. */
export interface OtlpLog {
  readonly hrTime: HrTime
  /** Default: the record's own time. */
  readonly hrTimeObserved?: HrTime
  readonly spanContext?: SpanContext | undefined
  readonly eventName?: string | undefined
  readonly severityNumber?: SeverityNumber | undefined
  readonly severityText?: string | undefined
  readonly body?: AnyValue
  readonly attributes: LogAttributes
  readonly droppedAttributesCount?: number
}

export function logJson(record: OtlpLog): string {
  const { hrTime, hrTimeObserved, spanContext, eventName, severityNumber, severityText, body } = record
  const time = unixNano(hrTime)
  const observed = hrTimeObserved === undefined ? time : unixNano(hrTimeObserved)
  let json = `{"timeUnixNano":"${time}","observedTimeUnixNano":"${observed}"`
  if (spanContext !== undefined) json += `,${contextJson(spanContext)},"flags":${spanContext.traceFlags}`
  if (eventName !== undefined) json += `,"eventName":${quote(eventName)}`
  if (severityNumber !== undefined) json += `,"severityNumber":${severityNumber}`
  if (severityText !== undefined) json += `,"severityText":${quote(severityText)}`
  if (body !== undefined) json += `,"body":${valueJson(body)}`
  return `${json},"attributes":${attributesJson(record.attributes)}${droppedJson('Attributes', record.droppedAttributesCount)}}`
}

export function attributesJson(attributes: Readonly<Record<string, AnyValue>>): string {
  let json = ''
  for (const key in attributes) {
    json += `${json === '' ? '' : ','}${keyJson(key)}${valueJson(attributes[key])}}`
  }
  return `[${json}]`
}

export function scopeJson({ name, version }: InstrumentationScope): string {
  return `{"name":${quote(name)}${version === undefined ? '' : `,"version":${quote(version)}`}}`
}

const quote: (text: string) => string = JSON.stringify

function contextJson({ traceId, spanId, traceState }: SpanContext): string {
  const state = traceState?.serialize() ?? ''
  return `"traceId":"${traceId}","spanId":"${spanId}"${state === '' ? '' : `,"traceState":${quote(state)}`}`
}

/** The W3C flags, and whether a parent or a linked span is in another process: known (0x100), it is (0x200). */
function spanFlags({ traceFlags }: SpanContext, other: SpanContext | undefined): number {
  return (traceFlags & 0xff) | 0x100 | (other?.isRemote === true ? 0x200 : 0)
}

function eventJson({
  name,
  time,
  attributes = {},
  droppedAttributesCount = 0,
}: ReadableSpan['events'][number]): string {
  return `{"timeUnixNano":"${unixNano(time)}","name":${quote(name)},"attributes":${attributesJson(attributes)}${droppedJson('Attributes', droppedAttributesCount)}}`
}

function linkJson({ context, attributes = {}, droppedAttributesCount = 0 }: ReadableSpan['links'][number]): string {
  return `{${contextJson(context)},"flags":${spanFlags(context, context)},"attributes":${attributesJson(attributes)}${droppedJson('Attributes', droppedAttributesCount)}}`
}

const droppedJson = (what: 'Attributes' | 'Events' | 'Links', count = 0) =>
  count === 0 ? '' : `,"dropped${what}Count":${count}`

const unixNano = ([seconds, nanos]: HrTime) => seconds + String(nanos).padStart(9, '0')

/** The few names that attributes have, written once. */
const keys = new Map<string, string>()
const maxKeys = 1_000

function keyJson(key: string): string {
  const known = keys.get(key)
  if (known !== undefined) return known
  const json = `{"key":${quote(key)},"value":`
  if (keys.size < maxKeys) keys.set(key, json)
  return json
}

function valueJson(value: AnyValue): string {
  if (typeof value === 'string') return `{"stringValue":${quote(value)}}`
  if (typeof value === 'number') return numberJson(value)
  if (typeof value === 'boolean') return `{"boolValue":${value}}`
  if (value === null || value === undefined) return '{}'
  if (value instanceof Uint8Array) return `{"bytesValue":"${Buffer.from(value).toString('base64')}"}`
  if (Array.isArray(value)) return `{"arrayValue":{"values":[${value.map(valueJson).join()}]}}`
  return `{"kvlistValue":{"values":${attributesJson(value)}}}`
}

/** An int64 or a double; what is no number is a word in protobuf's JSON. */
function numberJson(value: number): string {
  if (Number.isSafeInteger(value)) return `{"intValue":"${value}"}`
  return `{"doubleValue":${Number.isFinite(value) ? value : `"${value}"`}}`
}
