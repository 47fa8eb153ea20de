import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import protobuf from 'protobufjs'

export type Signal = 'traces' | 'logs' | 'metrics'
export type Encoding = 'json' | 'protobuf'

export interface SendOptions {
  /** The receiver, without a path: `RunningOtelcol.httpUrl` or `.browserUrl`. */
  readonly url: string
  readonly signal: Signal
  /**
   * The request in OTLP's JSON mapping: lowerCamelCase names, ids in hex, enums as numbers. 64-bit integers as text or bigint; a
   * `Uint8Array` or base64 text for bytes.
   */
  readonly body: object
  /** @default 'protobuf' */
  readonly encoding?: Encoding
  readonly headers?: Readonly<Record<string, string>>
}

/** Posts one OTLP request as JSON or as protobuf. */
export async function sendOtlp(options: SendOptions): Promise<Response> {
  const { url, signal, body, encoding = 'protobuf', headers = {} } = options
  return await fetch(`${url}/v1/${signal}`, {
    method: 'POST',
    headers: { 'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf', ...headers },
    body: encoding === 'json' ? encodeJson(body) : encodeProtobuf(signal, body),
  })
}

/** As {@link sendOtlp}, for requests that must succeed. @throws {Error} With the response if it is not 200, or a part was rejected. */
export async function deliverOtlp(options: SendOptions): Promise<void> {
  const response = await sendOtlp(options)
  const text = await response.text()
  if (response.status !== 200 || text.includes('rejected')) throw new Error(`OTLP: ${response.status} ${text}`)
}

export function encodeJson(body: object): string {
  return JSON.stringify(body, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    // JSON has no NaN and no Infinity; protobuf's JSON mapping spells them out.
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
  })
}

export function encodeProtobuf(signal: Signal, body: object): Uint8Array<ArrayBuffer> {
  schema ??= protobuf.parse(readFileSync(join(import.meta.dirname, 'otlp.proto'), 'utf8')).root
  const type = schema.lookupType({ traces: 'TracesRequest', logs: 'LogsRequest', metrics: 'MetricsRequest' }[signal])
  return new Uint8Array(type.encode(type.fromObject(withBytes(body))).finish())
}

let schema: protobuf.Root | undefined

const IDS = new Set(['traceId', 'spanId', 'parentSpanId'])

/** Ids are hex in OTLP/JSON, unlike other bytes; protobufjs accepts integers beyond 2^53 as text. */
function withBytes(value: object): Record<string, unknown> {
  const convert = (inner: unknown): unknown => {
    if (typeof inner === 'bigint') return String(inner)
    if (Array.isArray(inner)) return inner.map(convert)
    if (typeof inner !== 'object' || inner === null || inner instanceof Uint8Array) return inner
    return withBytes(inner)
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      IDS.has(key) && typeof inner === 'string' ? Buffer.from(inner, 'hex') : convert(inner),
    ]),
  )
}

/** Attribute values in tests. A bigint is an int; a number with a fraction is a double. */
export type OtlpTestValue =
  | string
  | boolean
  | number
  | bigint
  | Uint8Array
  | readonly OtlpTestValue[]
  | { readonly [key: string]: OtlpTestValue }

/** Attributes as OTLP encodes them, in the given order. */
export function attributes(values: Readonly<Record<string, OtlpTestValue>>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }))
}

export function anyValue(value: OtlpTestValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'bigint') return { intValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  return { kvlistValue: { values: attributes(value as Readonly<Record<string, OtlpTestValue>>) } }
}

/** Unix nanoseconds, `agoMs` before now. */
export function nowNs(agoMs = 0): bigint {
  return BigInt(Date.now() - agoMs) * 1_000_000n
}
