import { detectResources, envDetector } from '@opentelemetry/resources'
import type { Settings } from '../environment/read-settings.ts'
import { requestTelemetry } from '../requests/request-telemetry.ts'
import { browserRelay } from './browser-relay.ts'
import { knownResourceOf } from './known-resource.ts'

/** The relay that the environment configures: to a receiver only for browsers, or to that of servers. */
export function configuredRelay(
  { browserUrl, headers }: Pick<Settings, 'browserUrl' | 'headers'>,
  { otlpUrl, serviceName: name }: { readonly otlpUrl: string; readonly serviceName: string },
) {
  const serviceName = `${name}-browser`
  // Beside another SDK no telemetry of ours knows it.
  const usesOtherSdk = requestTelemetry()?.usesOtherSdk ?? true
  const of = usesOtherSdk
    ? { resource: knownResourceOf(detectResources({ detectors: [envDetector] }).attributes ?? {}) }
    : {}
  return browserUrl === undefined
    ? browserRelay({ targetUrl: otlpUrl, receiver: 'shared', serviceName, headers, ...of })
    : browserRelay({ targetUrl: browserUrl, serviceName, ...of })
}
