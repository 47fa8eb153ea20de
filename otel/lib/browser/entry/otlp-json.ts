import { instrumentationScope } from '../../instrumentation-scope.ts'

export type Signal = 'traces' | 'logs'

/** @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
export function encodeAttributes(
  attributes: Readonly<Record<string, unknown>> = {},
): { key: string; value: unknown }[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  )
}

/** Unix milliseconds with fractions as Unix nanoseconds; a double keeps about a quarter of a microsecond. */
export function toUnixNano(unixMs: number): string {
  const wholeMs = Math.floor(unixMs)
  return wholeMs + String(Math.floor((unixMs - wholeMs) * 1e6)).padStart(6, '0')
}

/** The body of one request: records of one signal under one resource and scope. */
export function envelope(signal: Signal, resource: string, records: readonly string[]): string {
  const [outer, scoped, inner] =
    signal === 'traces' ? ['resourceSpans', 'scopeSpans', 'spans'] : ['resourceLogs', 'scopeLogs', 'logRecords']
  return `{"${outer}":[{"resource":${resource},"${scoped}":[{"schemaUrl":"${instrumentationScope.schemaUrl}","scope":{"name":"@errata/otel/browser","version":"${instrumentationScope.version}"},"${inner}":[${records.join(',')}]}]}]}`
}

/**
 * Headers of a post. A relay at the page's own origin gets when it was sent, by which it corrects this browser's clock; another origin may not
 * allow the header.
 */
export const postHeaders = (endpoint: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...(/^\/\w/.test(endpoint) && { 'x-errata-sent': String(Date.now()) }),
})

function encodeValue(value: unknown): unknown {
  if (typeof value === 'boolean') return { boolValue: value }
  if (Number.isSafeInteger(value)) return { intValue: value }
  if (Number.isFinite(value)) return { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } }
  return { stringValue: String(value) }
}
