import { startedInProcess } from '../runtime.ts'
import { isBuildingPages } from './contract.ts'
import type { Mode } from './server-fault.ts'

let isTold = false

/** Says once, at the first request, that the server half of this process is without telemetry: whoever forgot it would wait for signals for ever. */
export function sayUnstarted(mode: Mode): void {
  if (isTold) return
  isTold = true
  if (mode === 'development' || isBuildingPages() || startedInProcess().get() !== undefined) return
  console.warn(
    '@errata/otel: no telemetry is started in this process, so nothing is sent of what its server does. Start it with node --import @errata/otel/register; a worker runtime (Cloudflare, Deno Deploy) has no such thing.',
  )
}
