import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import protobuf from 'protobufjs'

const IDS = new Set(['traceId', 'spanId', 'parentSpanId'])
let schema: protobuf.Root | undefined

/** A request in OTLP's JSON mapping, from JSON or protobuf. */
export function decodeOtlp(signal: 'traces' | 'logs', contentType: string, body: Buffer): object {
  if (contentType.startsWith('application/json')) return JSON.parse(body.toString())
  schema ??= protobuf.parse(readFileSync(join(import.meta.dirname, 'otlp.proto'), 'utf8')).root
  const type = schema.lookupType({ traces: 'TracesRequest', logs: 'LogsRequest' }[signal])
  const decoded = type.toObject(type.decode(body), { longs: String, bytes: String })
  // Ids are hex in OTLP's JSON, unlike other bytes.
  return JSON.parse(JSON.stringify(decoded), (key, value: unknown) =>
    IDS.has(key) && typeof value === 'string' ? Buffer.from(value, 'base64').toString('hex') : value,
  )
}
