import { ATTR_EXCEPTION_STACKTRACE, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import { ATTR_ERRATA_COMPONENT_STACK, ATTR_ERRATA_EXCEPTION_CAUSES } from '../../semconv.ts'
import type { ExceptionAttributes } from '../stacks/map-exceptions.ts'
import { isObject, listIn } from './json-fields.ts'

/** The exceptions of a body, which can be modified, and a function that encodes the body again. */
export interface LogsBody {
  readonly exceptions: readonly ExceptionAttributes[]
  /** The release that the browser sent; '' for none. */
  readonly release: string
  encode(): Uint8Array<ArrayBuffer>
}

/** Attributes that only the relay may set: a browser's own values are removed. */
export const isRelayAttribute = (name: unknown): boolean =>
  typeof name === 'string' && (name.startsWith('errata.stack.') || name === 'errata.react.component_stack_raw')

const stackNames = [ATTR_EXCEPTION_STACKTRACE, ATTR_ERRATA_COMPONENT_STACK, ATTR_ERRATA_EXCEPTION_CAUSES]

export const hasStack = (exception: ExceptionAttributes): boolean =>
  stackNames.some(name => exception.get(name) !== undefined)

/**
 * Parses OTLP/JSON.
 *
 * @param request Parsed JSON; it is modified.
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function readJsonLogs(request: unknown): LogsBody {
  const ofResources = listIn(request, 'resourceLogs')
  const records = ofResources.flatMap(of => listIn(of, 'scopeLogs')).flatMap(scope => listIn(scope, 'logRecords'))
  for (const record of records) {
    if (Array.isArray(record['attributes'])) {
      record['attributes'] = record['attributes'].filter(
        attribute => !(isObject(attribute) && isRelayAttribute(attribute['key'])),
      )
    }
  }
  const [resource] = ofResources.map(of => attributesOf(of['resource']))
  return {
    exceptions: records.map(attributesOf).filter(hasStack),
    release: resource?.get(ATTR_SERVICE_VERSION) ?? '',
    encode: () => new TextEncoder().encode(JSON.stringify(request)),
  }
}

function attributesOf(bearer: unknown): ExceptionAttributes {
  const list = listIn(bearer, 'attributes')
  return {
    get(name) {
      const value = list.find(({ key }) => key === name)?.['value']
      const text = isObject(value) ? value['stringValue'] : undefined
      return typeof text === 'string' ? text : undefined
    },
    set(name, text) {
      const value = { stringValue: text }
      const known = list.find(({ key }) => key === name)
      if (known !== undefined) known['value'] = value
      else if (isObject(bearer)) {
        list.push({ key: name, value })
        bearer['attributes'] = list
      }
    },
  }
}
