import { join } from 'node:path'
import { env } from 'node:process'
import { startTelemetry } from '@errata/otel/server'
import { ConfigError, readConfig } from './config.ts'
import { otlpHeaders, trustReceiver } from './supervisor/otlp-access.ts'
import { nameUnknownSettings } from './unknown-settings.ts'

// React, loaded later, takes twice the time for a page in development, which is what it takes no setting for.
env['NODE_ENV'] ??= 'production'

/** Loaded before anything else (`node --import ./instrument.ts`), so that all imports of the app are instrumented. */
try {
  for (const { told } of nameUnknownSettings()) process.stderr.write(`${told}\n`)
  const { service, otlp } = readConfig()
  trustReceiver(otlp)
  startTelemetry({
    serviceName: service.name,
    serviceVersion: service.version,
    environment: service.environment,
    otlpUrl: otlp.url,
    otlpHeaders: otlpHeaders(otlp),
    sourceMapsDir: join(import.meta.dirname, 'build/maps'),
  })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
