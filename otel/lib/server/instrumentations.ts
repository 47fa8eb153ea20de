import { register as registerModuleHook } from 'node:module'
import { pathToFileURL } from 'node:url'
import { context } from '@opentelemetry/api'
import { isTracingSuppressed } from '@opentelemetry/core'
import type { Instrumentation, InstrumentationConfig } from '@opentelemetry/instrumentation'
import { HttpInstrumentation, type HttpInstrumentationConfig } from '@opentelemetry/instrumentation-http'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb'
import { MySQL2Instrumentation } from '@opentelemetry/instrumentation-mysql2'
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino'
import { RedisInstrumentation } from '@opentelemetry/instrumentation-redis'
import { UndiciInstrumentation, type UndiciInstrumentationConfig } from '@opentelemetry/instrumentation-undici'
import { register as registerSyncHook, supportsSyncHooks } from 'import-in-the-middle/register-hooks.mjs'
import { FrameworkInstrumentation } from './frameworks/watch-frameworks.ts'
import { listToRecord, removeCopiedTrace } from './outgoing-headers.ts'
import { requireOptional } from './require-optional.ts'

/** Makes ES modules visible to instrumentations. Without it an ESM server silently creates no spans of the libraries that it calls. */
export function hookEsModules(): void {
  if (supportsSyncHooks()) registerSyncHook()
  else registerModuleHook('@opentelemetry/instrumentation/hook.mjs', pathToFileURL(import.meta.filename))
}

type Configs = Record<string, InstrumentationConfig>

/** Without incoming HTTP (the SERVER span is ours), and without outgoing calls outside of any transaction. */
const httpConfig: HttpInstrumentationConfig = {
  disableIncomingRequestInstrumentation: true,
  requireParentforOutgoingSpans: true,
  // It would bind every listener of our own exporters' requests, although they make no spans.
  ignoreOutgoingRequestHook: options => {
    if (isTracingSuppressed(context.active())) return true
    listToRecord(options)
    return false
  },
}
const undiciConfig: UndiciInstrumentationConfig = {
  requireParentforSpans: true,
  // The relay's own, which its metric would count.
  ignoreRequestHook: () => isTracingSuppressed(context.active()),
  requestHook: removeCopiedTrace,
}
const configs: Configs = {
  '@opentelemetry/instrumentation-http': httpConfig,
  '@opentelemetry/instrumentation-undici': undiciConfig,
}

/** Layers of servers (a dozen spans a request, in Express 5 twice), and sockets, DNS and files: noise below every call. */
const disabledByDefault = ['connect', 'express', 'hapi', 'koa', 'router', 'net', 'dns', 'fs']

/** Included instrumentations if the auto-instrumentations are not installed, by package. */
const builtInInstrumentations: readonly (readonly [name: string, make: () => Instrumentation])[] = [
  ['http', () => new HttpInstrumentation(httpConfig)],
  ['undici', () => new UndiciInstrumentation(undiciConfig)],
  ['pino', () => new PinoInstrumentation()],
  ['mysql2', () => new MySQL2Instrumentation()],
  ['redis', () => new RedisInstrumentation()],
  ['ioredis', () => new IORedisInstrumentation()],
  ['mongodb', () => new MongoDBInstrumentation()],
]

/**
 * The app's own instrumentations, and the stock ones that it does not pass itself: all auto-instrumentations if they are installed, else
 * those for HTTP, pino and common databases.
 */
export function chooseInstrumentations(given: readonly Instrumentation[] = []): Instrumentation[] {
  const frameworks = new FrameworkInstrumentation()
  const own = new Set(given.map(({ instrumentationName }) => instrumentationName))
  const all = requireOptional<typeof import('@opentelemetry/auto-instrumentations-node')>(
    '@opentelemetry/auto-instrumentations-node',
  )
  if (all !== undefined) {
    // Instrumentations are active once created: two of a kind would make two spans of each call.
    const off = [...own, ...disabledByDefault.map(fullName)].map(name => [name, { enabled: false }] as const)
    return [...all.getNodeAutoInstrumentations({ ...configs, ...Object.fromEntries(off) }), frameworks, ...given]
  }
  const stock = builtInInstrumentations.filter(([name]) => !own.has(fullName(name))).map(([, make]) => make())
  return [...stock, ...optionalPgInstrumentation(own), frameworks, ...given]
}

const fullName = (name: string) => `@opentelemetry/instrumentation-${name}`

/** It has ten dependencies, so the app installs it if needed. */
function optionalPgInstrumentation(own: ReadonlySet<string>): Instrumentation[] {
  const name = fullName('pg')
  if (own.has(name)) return []
  const installed = requireOptional<typeof import('@opentelemetry/instrumentation-pg')>(name)
  return installed === undefined ? [] : [new installed.PgInstrumentation()]
}
