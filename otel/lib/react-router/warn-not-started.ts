import { getRuntime, startedInProcess } from '../runtime.ts'
import { isBuildingPages } from './contract.ts'
import type { Mode } from './server-fault.ts'

let isTold = false

/** Says once, at the first request, that the server half of this process is without telemetry: whoever forgot it would wait for signals for ever. */
export function sayUnstarted(mode: Mode): void {
  if (isTold) return
  isTold = true
  const isStarted = startedInProcess().get() !== undefined || getRuntime() !== undefined
  if (mode === 'development' || isBuildingPages() || isStarted) return
  console.warn(
    '@errata/otel: no telemetry is started in this process, so nothing is sent of what its server does. Start it with node --import @errata/otel/register; a worker runtime (Cloudflare, Deno Deploy) has no such thing.',
  )
}

/** Says that a process sends nothing of the release that it runs: it looked for the build in another place. */
export function sayOtherRelease(release: string): void {
  const runtime = getRuntime()
  if (release === '' || runtime === undefined || isBuildingPages() || runtime.hasRelease) return
  console.warn(
    `@errata/otel: the build of release ${release} was not found when telemetry started, so signals name no release and stacks stay minified. Start the process in the app's folder, or set OTEL_RESOURCE_ATTRIBUTES=service.version=${release} and ERRATA_SOURCE_MAPS_DIR to the build's maps.`,
  )
}
