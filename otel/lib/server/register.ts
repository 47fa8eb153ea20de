import './check-node.ts'
import { errataInstrumentation } from './beside-other-sdk.ts'
import { sendBeforeEnd } from './end-of-process.ts'
import { isDisabled } from './environment/is-disabled.ts'
import { readSettings } from './environment/read-settings.ts'
import { isOtherSdkStarted } from './other-sdk.ts'
import { configuredRelay } from './relay/configured-relay.ts'
import { traceServers } from './requests/trace-servers.ts'
import { startedTelemetry, startTelemetry } from './start-telemetry.ts'
import { warn } from './warn.ts'

/**
 * `node --import @errata/otel/register …` starts everything from the standard `OTEL_*` settings, before the app is loaded: each request to
 * each server of the process gets its span, and telemetry that browsers post to `/otlp` is forwarded. Telemetry that `startTelemetry` has
 * started before stays as it is. Beside another OpenTelemetry SDK it adds to what that one sends.
 */

const { env } = process
const alreadyStarted = startedTelemetry()
const settings = readSettings(env)
if (alreadyStarted === undefined) for (const message of settings.errors) warn(message)
if (isDisabled() || alreadyStarted !== undefined || !isOtherSdkStarted()) {
  const telemetry = alreadyStarted ?? startTelemetry(settings.telemetry)
  traceServers(configuredRelay(settings, alreadyStarted?.options ?? settings.telemetry))
  sendBeforeEnd(telemetry)
} else {
  startTelemetry(settings.telemetry)
  errataInstrumentation()
}
