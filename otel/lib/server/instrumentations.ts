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
import { requireOptional } from './require-optional.ts'

/**
 * Lets instrumentations see ES modules. Without it an ESM server makes no spans of the libraries it calls, and nothing
 * says so.
 */
export function hookEsModules(): void {
  if (supportsSyncHooks()) registerSyncHook()
  else registerModuleHook('@opentelemetry/instrumentation/hook.mjs', pathToFileURL(import.meta.filename))
}

type Configs = Record<string, InstrumentationConfig>

/** Without incoming HTTP (the SERVER span is ours), and without outgoing calls that belong to no transaction. */
const http: HttpInstrumentationConfig = {
  disableIncomingRequestInstrumentation: true,
  requireParentforOutgoingSpans: true,
  // It would bind every listener of each request that our own exporters make, for a span that is none.
  ignoreOutgoingRequestHook: () => isTracingSuppressed(context.active()),
}
const undici: UndiciInstrumentationConfig = {
  requireParentforSpans: true,
  // The relay's own, which its metric would count.
  ignoreRequestHook: () => isTracingSuppressed(context.active()),
}
const configs: Configs = {
  '@opentelemetry/instrumentation-http': http,
  '@opentelemetry/instrumentation-undici': undici,
}

/** Layers of servers (a dozen spans a request, in Express 5 each twice: by it and by its router), and sockets, DNS and files: noise below every call. */
const unwanted = ['connect', 'express', 'hapi', 'koa', 'router', 'net', 'dns', 'fs']

/** Without the auto-instrumentations: what comes along, by the package that each is of. */
const small: readonly (readonly [name: string, make: () => Instrumentation])[] = [
  ['http', () => new HttpInstrumentation(http)],
  ['undici', () => new UndiciInstrumentation(undici)],
  ['pino', () => new PinoInstrumentation()],
  ['mysql2', () => new MySQL2Instrumentation()],
  ['redis', () => new RedisInstrumentation()],
  ['ioredis', () => new IORedisInstrumentation()],
  ['mongodb', () => new MongoDBInstrumentation()],
]

/**
 * What the app gives, and of what the app calls the stock instrumentations that it does not give itself: all of the auto-instrumentations where
 * the app has installed them, else those for HTTP, pino and the usual databases.
 */
export function chooseInstrumentations(given: readonly Instrumentation[] = []): Instrumentation[] {
  const frameworks = new FrameworkInstrumentation()
  const own = new Set(given.map(({ instrumentationName }) => instrumentationName))
  const all = requireOptional<typeof import('@opentelemetry/auto-instrumentations-node')>(
    '@opentelemetry/auto-instrumentations-node',
  )
  if (all !== undefined) {
    // One that is made is at work at once: of two of a kind each call would be two spans.
    const off = [...own, ...unwanted.map(fullName)].map(name => [name, { enabled: false }] as const)
    return [...all.getNodeAutoInstrumentations({ ...configs, ...Object.fromEntries(off) }), frameworks, ...given]
  }
  const stock = small.filter(([name]) => !own.has(fullName(name))).map(([, make]) => make())
  return [...stock, ...postgres(own), frameworks, ...given]
}

const fullName = (name: string) => `@opentelemetry/instrumentation-${name}`

/** It brings ten packages of its own, so it is the app's to install. */
function postgres(own: ReadonlySet<string>): Instrumentation[] {
  const name = fullName('pg')
  if (own.has(name)) return []
  const installed = requireOptional<typeof import('@opentelemetry/instrumentation-pg')>(name)
  return installed === undefined ? [] : [new installed.PgInstrumentation()]
}
