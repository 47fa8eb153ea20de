import { register as registerModuleHook } from 'node:module'
import { pathToFileURL } from 'node:url'
import { context } from '@opentelemetry/api'
import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node'
import { isTracingSuppressed } from '@opentelemetry/core'
import type { Instrumentation } from '@opentelemetry/instrumentation'
import { register as registerSyncHook, supportsSyncHooks } from 'import-in-the-middle/register-hooks.mjs'

/**
 * Lets instrumentations see ES modules. Without it an ESM server makes no spans of the libraries it calls, and nothing
 * says so.
 */
export function hookEsModules(): void {
  if (supportsSyncHooks()) registerSyncHook()
  else registerModuleHook('@opentelemetry/instrumentation/hook.mjs', pathToFileURL(import.meta.filename))
}

/**
 * What the app gives, and of what the app calls the stock instrumentations that it does not give itself, without incoming HTTP (the SERVER span is ours) and the layers of servers (a dozen
 * spans a request, in Express 5 each twice: by it and by its router), without sockets, DNS and files (noise below every call), and
 * without outgoing calls that belong to no transaction.
 */
export function chooseInstrumentations(given: readonly Instrumentation[] = []): Instrumentation[] {
  // One that is made is at work at once: of two of a kind each call would be two spans.
  const replaced = given.map(({ instrumentationName }) => [instrumentationName, { enabled: false }] as const)
  const stock = getNodeAutoInstrumentations({
    '@opentelemetry/instrumentation-http': {
      disableIncomingRequestInstrumentation: true,
      requireParentforOutgoingSpans: true,
      // It would bind every listener of each request that our own exporters make, for a span that is none.
      ignoreOutgoingRequestHook: () => isTracingSuppressed(context.active()),
    },
    '@opentelemetry/instrumentation-undici': { requireParentforSpans: true },
    '@opentelemetry/instrumentation-connect': { enabled: false },
    '@opentelemetry/instrumentation-express': { enabled: false },
    '@opentelemetry/instrumentation-hapi': { enabled: false },
    '@opentelemetry/instrumentation-koa': { enabled: false },
    '@opentelemetry/instrumentation-router': { enabled: false },
    '@opentelemetry/instrumentation-net': { enabled: false },
    '@opentelemetry/instrumentation-dns': { enabled: false },
    '@opentelemetry/instrumentation-fs': { enabled: false },
    ...Object.fromEntries(replaced),
  })
  return [...stock, ...given]
}
