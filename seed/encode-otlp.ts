import type { SeedAttributes, SeedBatch, SeedLog, SeedResource, SeedSpan } from './record.ts'

const KINDS = { Internal: 1, Server: 2, Client: 3, Producer: 4, Consumer: 5 } as const
const SEVERITIES = { INFO: 9, WARN: 13, ERROR: 17 } as const

/**
 * A request for traces in OTLP's JSON mapping, including noise, which the Collector drops; likewise for logs.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function encodeTraces(spans: SeedBatch['spans']): object {
  return {
    resourceSpans: grouped(spans, (resource, scopes) => ({
      resource: { attributes: attributesOf(resource.attributes) },
      scopeSpans: scopes.map(([name, items]) => ({ scope: { name }, spans: items.map(span) })),
    })),
  }
}

export function encodeLogs(logs: SeedBatch['logs']): object {
  return {
    resourceLogs: grouped(logs, (resource, scopes) => ({
      resource: { attributes: attributesOf(resource.attributes) },
      scopeLogs: scopes.map(([name, items]) => ({ scope: { name }, logRecords: items.map(logRecord) })),
    })),
  }
}

function grouped<Item extends { readonly resource: SeedResource; readonly scope: string }, Group>(
  items: readonly Item[],
  write: (resource: SeedResource, scopes: readonly (readonly [string, Item[]])[]) => Group,
): Group[] {
  return [...Map.groupBy(items, ({ resource }) => resource)].map(([resource, ofResource]) =>
    write(resource, [...Map.groupBy(ofResource, ({ scope }) => scope)]),
  )
}

function span({ startUs, endUs, ...of }: SeedSpan) {
  return {
    traceId: of.traceId,
    spanId: of.spanId,
    ...(of.parentSpanId === '' ? {} : { parentSpanId: of.parentSpanId }),
    name: of.name,
    kind: KINDS[of.kind],
    startTimeUnixNano: `${startUs}000`,
    endTimeUnixNano: `${endUs}000`,
    attributes: attributesOf(of.attributes),
    events: of.events.map(({ name, atUs, attributes }) => ({
      name,
      timeUnixNano: `${atUs}000`,
      attributes: attributesOf(attributes),
    })),
    status: of.failed ? { code: 2, message: of.statusMessage } : {},
  }
}

function logRecord({ atUs, severity, eventName, body, traceId, spanId, attributes }: SeedLog) {
  return {
    timeUnixNano: `${atUs}000`,
    observedTimeUnixNano: `${atUs}000`,
    severityNumber: SEVERITIES[severity],
    severityText: severity,
    eventName,
    ...(body === '' ? {} : { body: { stringValue: body } }),
    traceId,
    spanId,
    attributes: attributesOf(attributes),
  }
}

function attributesOf(attributes: SeedAttributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
