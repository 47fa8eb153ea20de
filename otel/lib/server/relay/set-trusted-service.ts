import {
  ATTR_SERVICE_NAME,
  ATTR_TELEMETRY_SDK_LANGUAGE,
  TELEMETRY_SDK_LANGUAGE_VALUE_WEBJS,
} from '@opentelemetry/semantic-conventions'
import { ATTR_ERRATA_ERROR_DIGEST, ATTR_ERRATA_ISSUE_FINGERPRINT } from '../../semconv.ts'
import { isObject } from './json-fields.ts'
import { RelayRefusal } from './otlp-body.ts'

/** Attributes that only servers may set. */
const serverOnlyAttributes: readonly unknown[] = [ATTR_ERRATA_ERROR_DIGEST, ATTR_ERRATA_ISSUE_FINGERPRINT]

/**
 * Does within the body what a receiver for browsers would do: sets the service's name to the relay's, marks the sender as a browser, and
 * removes fingerprints and digests.
 * For a receiver that servers use too.
 *
 * @param body OTLP/JSON of spans or logs.
 * @throws {RelayRefusal} 400 for any other shape.
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function setTrustedService(body: Uint8Array, serviceName: string): Uint8Array<ArrayBuffer> {
  const request = objectOf(JSON.parse(new TextDecoder().decode(body)))
  const vouched = new Map<unknown, string>([
    [ATTR_SERVICE_NAME, serviceName],
    [ATTR_TELEMETRY_SDK_LANGUAGE, TELEMETRY_SDK_LANGUAGE_VALUE_WEBJS],
  ])
  const added = [...vouched].map(([key, stringValue]) => ({ key, value: { stringValue } }))
  for (const of of [...listOf(request['resourceSpans']), ...listOf(request['resourceLogs'])]) {
    const resource = objectOf(of['resource'] ?? {})
    const others = listOf(resource['attributes']).filter(({ key }) => !vouched.has(key))
    of['resource'] = { ...resource, attributes: [...added, ...others] }
    for (const scope of [...listOf(of['scopeSpans']), ...listOf(of['scopeLogs'])]) {
      for (const record of [...listOf(scope['spans']), ...listOf(scope['logRecords'])]) {
        for (const bearer of [record, ...listOf(record['events'])]) {
          if (bearer['attributes'] !== undefined)
            bearer['attributes'] = listOf(bearer['attributes']).filter(isAllowedToBrowsers)
        }
      }
    }
  }
  return new TextEncoder().encode(JSON.stringify(request))
}

const isAllowedToBrowsers = ({ key }: Record<string, unknown>) => !serverOnlyAttributes.includes(key)

function listOf(value: unknown): Record<string, unknown>[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new RelayRefusal(400, 'body is not OTLP: a list was expected')
  return value.map(objectOf)
}

function objectOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new RelayRefusal(400, 'body is not OTLP: an object was expected')
  return value
}
