import './check-node.ts'
import { errataInstrumentation } from './beside-other-sdk.ts'
import { sendBeforeEnd } from './end-of-process.ts'
import { isDisabled } from './environment/is-disabled.ts'
import { readSettings } from './environment/read-settings.ts'
import { isOtherSdkStarted } from './other-sdk.ts'
import { relayOf } from './relay/relay-of.ts'
import { traceServers } from './requests/trace-servers.ts'
import { startedTelemetry, startTelemetry } from './start-telemetry.ts'
import { warn } from './warn.ts'

/**
 * `node --import @errata/otel/register …` starts everything from the standard `OTEL_*` settings, before the app is loaded: each request to
 * each server of the process gets its span, and telemetry that browsers post to `/otlp` is forwarded. Telemetry that `startTelemetry` has
 * started before stays as it is. Beside another OpenTelemetry SDK it adds to what that one sends.
 */

const { env } = process
const earlier = startedTelemetry()
const settings = readSettings(env)
if (earlier === undefined) for (const message of settings.errors) warn(message)
if (isDisabled() || earlier !== undefined || !isOtherSdkStarted()) {
  const telemetry = earlier ?? startTelemetry(settings.telemetry)
  traceServers(relayOf(settings, earlier?.options ?? settings.telemetry))
  sendBeforeEnd(telemetry)
} else {
  startTelemetry(settings.telemetry)
  errataInstrumentation()
}
