import { sendBeforeEnd } from './end-of-process.ts'
import { isOtherSdkStarted } from './other-sdk.ts'
import { readSettings } from './read-settings.ts'
import { browserRelay } from './relay/browser-relay.ts'
import { traceServers } from './requests/trace-servers.ts'
import { startedTelemetry, startTelemetry } from './start-telemetry.ts'

/**
 * `node --import @errata/otel/register …` starts everything from the standard `OTEL_*` settings, before the app is loaded: each request to
 * each server of the process gets its span, and what browsers post to `/otlp` is passed on. Telemetry that `startTelemetry` has started
 * before, with options that no environment can say, stays as it was started.
 */

const { env } = process
const earlier = startedTelemetry()

if (earlier === undefined && isOtherSdkStarted()) {
  say('does not start: another OpenTelemetry SDK has started before it in this process. Load one of them alone.')
} else {
  const settings = readSettings(env)
  if (earlier === undefined) for (const fault of settings.faults) say(fault)
  const { otlpUrl, serviceName: name } = earlier?.options ?? settings.telemetry
  const telemetry = earlier ?? startTelemetry(settings.telemetry)
  const { browserUrl, headers } = settings
  const serviceName = `${name}-browser`
  traceServers(
    browserUrl === undefined
      ? browserRelay({ targetUrl: otlpUrl, receiver: 'shared', serviceName, headers })
      : browserRelay({ targetUrl: browserUrl, serviceName }),
  )
  sendBeforeEnd(telemetry)
}

function say(sentence: string): void {
  process.stderr.write(`@errata/otel: ${sentence}\n`)
}
