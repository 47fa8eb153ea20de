import type { HrTime } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-web'
import { encodeAttributes, toUnixNano } from './otlp-json.ts'
import type { SpanReference, Transaction } from './recorder.ts'
import type { LogRecord } from './signals.ts'

/** A span of the SDK as OTLP/JSON, with the stamp of its transaction. */
export function encodeSpan(span: ReadableSpan, transaction: Transaction, sessionId: string): object {
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
    attributes: encodeAttributes({ ...span.attributes, ...stamp(transaction, sessionId) }),
    events: span.events.map(({ name, time, attributes = {} }) => ({
      name,
      timeUnixNano: hrToNano(time),
      attributes: encodeAttributes(attributes),
    })),
    links: span.links.map(({ context, attributes = {} }) => ({
      traceId: context.traceId,
      spanId: context.spanId,
      attributes: encodeAttributes(attributes),
    })),
    status: span.status,
  }
}

/** What a log record is completed with when it is made. */
export interface LogMoment {
  readonly uid: string
  readonly atMs: number
  readonly parent: SpanReference
  readonly sessionId: string
}

/** A log record as OTLP/JSON. Its route is the one known now. */
export function encodeLog({ eventName, severity, attributes }: LogRecord, moment: LogMoment): object {
  const { uid, atMs, parent, sessionId } = moment
  const { id, route, traceId } = parent.transaction
  return {
    timeUnixNano: toUnixNano(atMs),
    observedTimeUnixNano: toUnixNano(atMs),
    severityNumber: severity,
    severityText: severity >= 17 ? 'ERROR' : severity >= 13 ? 'WARN' : 'INFO',
    eventName,
    attributes: encodeAttributes({
      'session.id': sessionId,
      ...attributes,
      'log.record.uid': uid,
      'errata.transaction.id': id,
      'errata.transaction.route': route,
    }),
    traceId,
    spanId: parent.id,
    flags: 1,
  }
}

function stamp({ id, route, status }: Transaction, sessionId: string) {
  return {
    'session.id': sessionId,
    'errata.transaction.id': id,
    'errata.transaction.route': route,
    'errata.transaction.status_code': status,
  }
}

const hrToNano = ([seconds, nanos]: HrTime) => seconds + String(nanos).padStart(9, '0')
