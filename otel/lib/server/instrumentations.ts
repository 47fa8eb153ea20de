import { register as registerModuleHook } from 'node:module'
import { pathToFileURL } from 'node:url'
import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node'
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
 * What the app calls: the stock instrumentations, without incoming HTTP (the SERVER span is ours), without sockets, DNS and
 * files (noise below every call), and without outgoing calls that belong to no transaction.
 */
export function outgoingInstrumentations(): Instrumentation[] {
  return getNodeAutoInstrumentations({
    '@opentelemetry/instrumentation-http': {
      disableIncomingRequestInstrumentation: true,
      requireParentforOutgoingSpans: true,
    },
    '@opentelemetry/instrumentation-undici': { requireParentforSpans: true },
    '@opentelemetry/instrumentation-net': { enabled: false },
    '@opentelemetry/instrumentation-dns': { enabled: false },
    '@opentelemetry/instrumentation-fs': { enabled: false },
    '@opentelemetry/instrumentation-pino': { enabled: false }, // the logger sends its own records
  })
}
