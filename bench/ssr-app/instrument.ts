import { register } from 'node:module'
import { startTelemetry } from '@errata/otel/server'
import { startBareSdk } from './bare-sdk.ts'
import { loadSentry, readSettings } from './settings.ts'

/** Loaded with `node --import` before the server, as each SDK requires. */
const { variant, sinkUrl } = readSettings()

if (variant === 'errata') {
  startTelemetry({ serviceName: 'shop', serviceVersion: '1.0.0', environment: 'bench', otlpUrl: sinkUrl })
} else if (variant === 'stock') {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
  await import('@opentelemetry/auto-instrumentations-node/register')
} else if (variant === 'sentry') {
  const { init } = await loadSentry()
  init({ dsn: `${sinkUrl.replace('//', '//key@')}/1`, tracesSampleRate: 1, environment: 'bench', release: '1.0.0' })
} else if (variant === 'bare') {
  startBareSdk(sinkUrl)
}
