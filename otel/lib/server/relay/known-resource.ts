import { ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import { ATTR_DEPLOYMENT_ENVIRONMENT_NAME } from '../../semconv.ts'
import type { KnownResource } from '../requests/request-telemetry.ts'
import { isObject, listIn } from './json-fields.ts'
import type { OtlpBody } from './otlp-body.ts'

/** From the attributes of a server's own resource. */
export function knownResourceOf(attributes: Readonly<Record<string, unknown>>): KnownResource {
  const known = [ATTR_DEPLOYMENT_ENVIRONMENT_NAME, ATTR_SERVICE_VERSION].flatMap(name => {
    const value = attributes[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  return Object.fromEntries(known)
}

/** Adds known attributes to each resource of an OTLP/JSON body that lacks them. */
export function withKnownResource(received: OtlpBody, known: KnownResource): OtlpBody {
  const { json } = received
  const all = Object.entries(known)
  if (all.length === 0) return received
  for (const of of [...listIn(json, 'resourceSpans'), ...listIn(json, 'resourceLogs')]) {
    const resource = isObject(of['resource']) ? of['resource'] : {}
    const said = listIn(resource, 'attributes')
    const missing = all.filter(([name]) => !said.some(({ key }) => key === name))
    const added = missing.map(([key, stringValue]) => ({ key, value: { stringValue } }))
    of['resource'] = { ...resource, attributes: [...said, ...added] }
  }
  return { json, body: new TextEncoder().encode(JSON.stringify(json)) }
}
