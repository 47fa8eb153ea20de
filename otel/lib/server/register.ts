import './check-node.ts'
import { detectResources, envDetector } from '@opentelemetry/resources'
import { sendBeforeEnd } from './end-of-process.ts'
import { readSettings } from './read-settings.ts'
import { browserRelay } from './relay/browser-relay.ts'
import { knownOf } from './relay/known-resource.ts'
import { requestTelemetry } from './requests/request-telemetry.ts'
import { traceServers } from './requests/trace-servers.ts'
import { say } from './say.ts'
import { startedTelemetry, startTelemetry } from './start-telemetry.ts'

/**
 * `node --import @errata/otel/register …` starts everything from the standard `OTEL_*` settings, before the app is loaded: each request to
 * each server of the process gets its span, and what browsers post to `/otlp` is passed on. Telemetry that `startTelemetry` has started
 * before, with options that no environment can say, stays as it was started. Beside another OpenTelemetry SDK only what browsers post is
 * passed on.
 */

const { env } = process
const earlier = startedTelemetry()
const settings = readSettings(env)
if (earlier === undefined) for (const fault of settings.faults) say(fault)
const { otlpUrl, serviceName: name } = earlier?.options ?? settings.telemetry
const telemetry = earlier ?? startTelemetry(settings.telemetry)
const { browserUrl, headers } = settings
// Beside another SDK there is no telemetry of ours that knows it.
const of =
  requestTelemetry() === undefined
    ? { resource: knownOf(detectResources({ detectors: [envDetector] }).attributes ?? {}) }
    : {}
const serviceName = `${name}-browser`
traceServers(
  browserUrl === undefined
    ? browserRelay({ targetUrl: otlpUrl, receiver: 'shared', serviceName, headers, ...of })
    : browserRelay({ targetUrl: browserUrl, serviceName, ...of }),
)
sendBeforeEnd(telemetry)
