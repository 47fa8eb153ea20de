import type { HrTime } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-web'
import { encodeAttributes, toUnixNano } from '../entry/otlp-json.ts'
import type { SpanReference } from '../entry/recorder.ts'
import type { LogRecord } from './signals.ts'

/** What is said of a record beside its own attributes. */
export type FinalAttributes = Readonly<Record<string, unknown>>

/** A span of the SDK as OTLP/JSON. */
export function encodeSpan(span: ReadableSpan, attributes: FinalAttributes): object {
  const { traceId, spanId } = span.spanContext()
  return {
    traceId,
    spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    flags: span.parentSpanContext?.isRemote ? 0x301 : 0x101,
    name: span.name,
    // OTLP counts kinds from 1, the API from 0.
    kind: span.kind + 1,
    startTimeUnixNano: hrToNano(span.startTime),
    endTimeUnixNano: hrToNano(span.endTime),
    attributes: encodeAttributes(attributes),
    events: span.events.map(({ name, time, attributes }) => ({
      name,
      timeUnixNano: hrToNano(time),
      attributes: encodeAttributes(attributes),
    })),
    links: span.links.map(({ context, attributes }) => ({
      traceId: context.traceId,
      spanId: context.spanId,
      attributes: encodeAttributes(attributes),
    })),
    status: span.status,
  }
}

/** A log record as OTLP/JSON. */
export function encodeLog(
  { eventName, severity }: LogRecord,
  {
    atMs,
    parent,
    flags,
    attributes,
  }: { atMs: number; parent: SpanReference; flags: 0 | 1; attributes: FinalAttributes },
): object {
  return {
    timeUnixNano: toUnixNano(atMs),
    observedTimeUnixNano: toUnixNano(atMs),
    severityNumber: severity,
    severityText: severity >= 17 ? 'ERROR' : severity >= 13 ? 'WARN' : 'INFO',
    eventName,
    attributes: encodeAttributes(attributes),
    traceId: parent.transaction.traceId,
    spanId: parent.id,
    flags,
  }
}

const hrToNano = ([seconds, nanos]: HrTime) => seconds + String(nanos).padStart(9, '0')
