import { SPAN_KINDS, type TraceSpan } from './trace-span.ts'

/** A span of a file, with all that is shown of it. */
export interface FileSpan extends TraceSpan {
  readonly traceId: string
  readonly statusMessage: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  readonly events: readonly {
    /** Unix nanoseconds. */
    readonly atNs: bigint
    readonly name: string
    readonly attributes: Readonly<Record<string, string>>
  }[]
}

/** The file has no trace. */
export class TraceFileError extends Error {
  override readonly name = 'TraceFileError'
}

/**
 * Reads the spans of a file: OTLP's JSON mapping, also a line each as the Collector's file exporter writes it, or what Jaeger's interface
 * downloads. What a file has beside spans, and spans without an id, are left out.
 *
 * @returns By trace, in the order of the file; at least one.
 * @throws {TraceFileError} If it is neither, or has no spans.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/
 */
export function readTraceFile(text: string): ReadonlyMap<string, readonly FileSpan[]> {
  const spans = parseDocuments(text)
    .flatMap(document => [...readOtlp(document), ...readJaeger(document)])
    .filter(({ spanId, traceId }) => !/^0*$/.test(spanId) && traceId !== '')
  if (spans.length === 0) throw new TraceFileError('No spans found: expected OTLP JSON, or a JSON download of Jaeger.')
  return Map.groupBy(spans, ({ traceId }) => traceId)
}

function parseDocuments(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    try {
      return lines.map(line => JSON.parse(line))
    } catch (cause) {
      throw new TraceFileError('Not JSON.', { cause })
    }
  }
}

const ERROR_CODES: readonly unknown[] = [2, 'STATUS_CODE_ERROR']

/** @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function readOtlp(document: unknown): FileSpan[] {
  return list(field(document, 'resourceSpans')).flatMap(ofResource => {
    const resource = keyValues(field(field(ofResource, 'resource'), 'attributes'))
    const scopes = list(field(ofResource, 'scopeSpans') ?? field(ofResource, 'instrumentationLibrarySpans'))
    return scopes
      .flatMap(scope => list(field(scope, 'spans')))
      .map((span): FileSpan => {
        const startNs = integer(field(span, 'startTimeUnixNano'))
        const endNs = integer(field(span, 'endTimeUnixNano'))
        const status = field(span, 'status')
        return {
          traceId: id(field(span, 'traceId')),
          spanId: id(field(span, 'spanId')).padStart(16, '0').slice(-16),
          parentSpanId: parentId(field(span, 'parentSpanId')),
          service: resource['service.name'] ?? '',
          name: string(field(span, 'name')),
          kind: otlpKind(field(span, 'kind')),
          startNs,
          durationNs: endNs > startNs ? endNs - startNs : 0n,
          failed: ERROR_CODES.includes(field(status, 'code')),
          statusMessage: string(field(status, 'message')),
          attributes: keyValues(field(span, 'attributes')),
          resource,
          events: list(field(span, 'events')).map(event => ({
            atNs: integer(field(event, 'timeUnixNano')),
            name: string(field(event, 'name')),
            attributes: keyValues(field(event, 'attributes')),
          })),
        }
      })
  })
}

/** Reads a kind that is a number, or written as protocol buffers write an enum: `SPAN_KIND_SERVER`. */
function otlpKind(kind: unknown): string {
  if (typeof kind === 'number') return SPAN_KINDS[kind] ?? 'Unspecified'
  return findKind(string(kind).replace('SPAN_KIND_', '')) ?? 'Unspecified'
}

/** In upper or lower case. */
const findKind = (name: string) => SPAN_KINDS.find(of => of.toLowerCase() === name.toLowerCase())

function keyValues(attributes: unknown): Record<string, string> {
  return Object.fromEntries(list(attributes).map(of => [string(field(of, 'key')), anyValue(field(of, 'value'))]))
}

/** A value as text; lists and maps as JSON. */
function anyValue(value: unknown): string {
  const [[kind, inner] = []] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (kind === 'arrayValue') return JSON.stringify(list(field(inner, 'values')).map(anyValue))
  if (kind === 'kvlistValue') return JSON.stringify(keyValues(field(inner, 'values')))
  return string(inner)
}

/** @see https://www.jaegertracing.io/docs/latest/architecture/apis/#internal-http-json */
function readJaeger(document: unknown): FileSpan[] {
  return list(field(document, 'data')).flatMap(trace => {
    const processes = field(trace, 'processes')
    return list(field(trace, 'spans')).map((span): FileSpan => {
      const attributes = tags(field(span, 'tags'))
      const process = field(processes, string(field(span, 'processID')))
      const references = list(field(span, 'references'))
      const parent = references.find(of => field(of, 'refType') === 'CHILD_OF') ?? references[0]
      return {
        traceId: id(field(span, 'traceID')).padStart(32, '0'),
        spanId: id(field(span, 'spanID')).padStart(16, '0').slice(-16),
        parentSpanId: parentId(field(parent, 'spanID') ?? field(span, 'parentSpanID')),
        service: string(field(process, 'serviceName')),
        name: string(field(span, 'operationName')),
        kind: findKind(string(attributes['span.kind'])) ?? 'Internal',
        startNs: integer(field(span, 'startTime')) * 1_000n,
        durationNs: integer(field(span, 'duration')) * 1_000n,
        failed: attributes['error'] === 'true' || attributes['otel.status_code'] === 'ERROR',
        statusMessage: attributes['otel.status_description'] ?? '',
        attributes,
        resource: { 'service.name': string(field(process, 'serviceName')), ...tags(field(process, 'tags')) },
        events: list(field(span, 'logs')).map(log => {
          const { event = '', ...fields } = tags(field(log, 'fields'))
          return { atNs: integer(field(log, 'timestamp')) * 1_000n, name: event, attributes: fields }
        }),
      }
    })
  })
}

const tags = (of: unknown): Record<string, string> =>
  Object.fromEntries(list(of).map(tag => [string(field(tag, 'key')), string(field(tag, 'value'))]))

function field(of: unknown, name: string): unknown {
  return isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined
}
const isRecord = (of: unknown): of is Readonly<Record<string, unknown>> => typeof of === 'object' && of !== null
const list = (of: unknown): readonly unknown[] => (Array.isArray(of) ? of : [])
const string = (of: unknown): string =>
  typeof of === 'string'
    ? of
    : of === undefined || of === null
      ? ''
      : typeof of === 'object'
        ? JSON.stringify(of)
        : `${of}`

/** 64-bit integers are text in OTLP's JSON; 0 if it is none. */
function integer(of: unknown): bigint {
  if (typeof of === 'number' && Number.isFinite(of)) return BigInt(Math.trunc(of))
  return typeof of === 'string' && /^\d{1,20}$/.test(of) ? BigInt(of) : 0n
}

/** Lower-case hexadecimal digits; '' for what is none. */
const id = (of: unknown) => (/^[0-9a-f]{1,32}$/i.test(string(of)) ? string(of).toLowerCase() : '')

function parentId(of: unknown): string {
  const parent = id(of)
  return /^0*$/.test(parent) ? '' : parent.padStart(16, '0').slice(-16)
}
