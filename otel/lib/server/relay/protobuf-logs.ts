import { ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import type { ExceptionAttributes } from '../stacks/map-exceptions.ts'
import { hasStack, isOfRelay, type LogsBody } from './logs-body.ts'
import { concat, type Field, fieldsOf, lengthDelimited } from './protobuf-fields.ts'

/**
 * The little of protobuf that the relay reads and writes: attributes of log records whose value is text. All else is passed on byte by byte.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/logs/v1/logs.proto
 */

const ofRequest = { resourceLogs: 1 }
const ofResourceLogs = { resource: 1, scopeLogs: 2 }
const ofResource = { attributes: 1 }
const ofScopeLogs = { logRecords: 2 }
const ofLogRecord = { attributes: 6 }
const ofPair = { key: 1, value: 2 }
const ofValue = { text: 1 }

/** @param body Protobuf that was checked. */
export function readProtobufLogs(body: Uint8Array): LogsBody {
  const records: LogRecord[] = []
  /** Makes a message anew, with what becomes of the fields of one number. */
  const open = (bytes: Uint8Array, number: number, inner: (bytes: Uint8Array) => () => Uint8Array) => {
    const parts = fieldsOf(bytes).map(field => {
      if (field.number !== number) return () => field.whole
      const encode = inner(field.bytes)
      return () => lengthDelimited(number, encode())
    })
    return () => concat(parts.map(part => part()))
  }
  const request = open(body, ofRequest.resourceLogs, ofResources =>
    open(ofResources, ofResourceLogs.scopeLogs, ofScopes =>
      open(ofScopes, ofScopeLogs.logRecords, bytes => {
        const record = logRecord(bytes)
        records.push(record)
        return record.encode
      }),
    ),
  )
  return {
    exceptions: records.filter(hasStack),
    release: releaseOf(body),
    encode: () => new Uint8Array(request()),
  }
}

interface LogRecord extends ExceptionAttributes {
  encode(): Uint8Array
}

function logRecord(bytes: Uint8Array): LogRecord {
  const others: Uint8Array[] = []
  let isChanged = false
  const attributes = new Map<string, { text: string | undefined; whole: Uint8Array }>()
  for (const { number, bytes: inner, whole } of fieldsOf(bytes)) {
    if (number !== ofLogRecord.attributes) others.push(whole)
    else {
      const { key, text } = pairOf(inner)
      if (isOfRelay(key)) isChanged = true
      else attributes.set(key, { text, whole })
    }
  }
  return {
    get: name => attributes.get(name)?.text,
    set(name, text) {
      const value = lengthDelimited(ofValue.text, utf8.encode(text))
      const pair = concat([lengthDelimited(ofPair.key, utf8.encode(name)), lengthDelimited(ofPair.value, value)])
      isChanged = true
      attributes.set(name, { text, whole: lengthDelimited(ofLogRecord.attributes, pair) })
    },
    encode: () => (isChanged ? concat([...others, ...[...attributes.values()].map(({ whole }) => whole)]) : bytes),
  }
}

function releaseOf(body: Uint8Array): string {
  const inside = (messages: readonly Uint8Array[], number: number) =>
    messages.flatMap(bytes => fieldsOf(bytes).filter(field => field.number === number)).map(({ bytes }) => bytes)
  const resources = inside(inside([body], ofRequest.resourceLogs), ofResourceLogs.resource)
  const pairs = inside(resources, ofResource.attributes).map(pairOf)
  return pairs.find(({ key }) => key === ATTR_SERVICE_VERSION)?.text ?? ''
}

function pairOf(bytes: Uint8Array): { key: string; text: string | undefined } {
  const fields = fieldsOf(bytes)
  const key = fields.find(({ number }) => number === ofPair.key)
  const value = fields.find(({ number }) => number === ofPair.value)
  const text = value && fieldsOf(value.bytes).find(({ number }) => number === ofValue.text)
  const read = (field: Field) => text8.decode(field.bytes)
  return { key: key ? read(key) : '', text: text && read(text) }
}

const utf8 = new TextEncoder()
const text8 = new TextDecoder()
