import { SPAN_KINDS } from '../../trace/trace-span.ts'
import type { Span } from './list-spans.ts'

const STATUS_CODES: Readonly<Record<string, number>> = { Ok: 1, Error: 2 }

/** The spans of one resource, by their instrumentation scopes, in OTLP's JSON mapping. */
export interface ResourceSpans {
  readonly resource: { readonly attributes: readonly KeyValue[] }
  readonly scopeSpans: readonly {
    readonly scope: { readonly name: string; readonly version?: string }
    readonly spans: readonly OtlpSpan[]
  }[]
}

interface KeyValue {
  readonly key: string
  /** Values are stored as text, whatever was sent. */
  readonly value: { readonly stringValue: string }
}

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly KeyValue[]
  readonly events: readonly {
    readonly timeUnixNano: string
    readonly name: string
    readonly attributes: readonly KeyValue[]
  }[]
  readonly links: readonly {
    readonly traceId: string
    readonly spanId: string
    readonly attributes: readonly KeyValue[]
  }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

/**
 * Encodes spans of a trace as OTLP's JSON mapping has them in `resourceSpans`, grouped by resource and scope. All attributes are strings: so
 * they are stored.
 *
 * @returns In the order of the first span of each resource.
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function encodeResourceSpans(traceId: string, spans: readonly Span[]): ResourceSpans[] {
  return [...Map.groupBy(spans, of => JSON.stringify(resourceOf(of))).values()].map(ofResource => ({
    resource: { attributes: keyValues(resourceOf(ofResource[0])) },
    scopeSpans: [...Map.groupBy(ofResource, of => JSON.stringify([of.scopeName, of.scopeVersion])).values()].map(
      ofScope => ({ scope: scopeOf(ofScope[0]), spans: ofScope.map(span => encodeSpan(traceId, span)) }),
    ),
  }))
}

/** A resource has its service, however it was sent. */
function resourceOf(span: Span | undefined): Readonly<Record<string, string>> {
  return { 'service.name': span?.service ?? '', ...span?.resource }
}

function scopeOf(span: Span | undefined) {
  const { scopeName = '', scopeVersion = '' } = span ?? {}
  return { name: scopeName, ...(scopeVersion !== '' && { version: scopeVersion }) }
}

function encodeSpan(traceId: string, span: Span): OtlpSpan {
  const { spanId, parentSpanId, traceState, name, kind, startNs, durationNs, status, statusMessage } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId !== '' && { parentSpanId }),
    ...(traceState !== '' && { traceState }),
    name,
    kind: Math.max(0, SPAN_KINDS.indexOf(kind)),
    startTimeUnixNano: `${startNs}`,
    endTimeUnixNano: `${startNs + durationNs}`,
    attributes: keyValues(span.attributes),
    events: span.events.map(event => ({
      timeUnixNano: `${event.atNs}`,
      name: event.name,
      attributes: keyValues(event.attributes),
    })),
    links: span.links.map(link => ({ ...link, attributes: keyValues(link.attributes) })),
    status: {
      ...(STATUS_CODES[status] !== undefined && { code: STATUS_CODES[status] }),
      ...(statusMessage !== '' && { message: statusMessage }),
    },
  }
}

const keyValues = (attributes: Readonly<Record<string, string>>): KeyValue[] =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }))
