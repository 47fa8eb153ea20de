import { getRuntime, processTelemetry } from '../runtime.ts'
import { isBuildingPages } from './contract.ts'
import type { Mode } from './server-fault.ts'

let hasWarned = false

/**
 * Warns once, at the first request, that telemetry was not started in this process; otherwise nothing would explain the missing signals.
 */
export function warnNotStarted(mode: Mode): void {
  if (hasWarned) return
  hasWarned = true
  const isStarted = processTelemetry().get() !== undefined || getRuntime() !== undefined
  if (mode === 'development' || isBuildingPages() || isStarted) return
  console.warn(
    '@errata/otel: telemetry is not started in this process, so its server sends no signals. Start it with node --import @errata/otel/register. Worker runtimes (Cloudflare, Deno Deploy) are not supported.',
  )
}

/** Warns that signals of this process have no release, because the build was not found. */
export function warnOtherRelease(release: string): void {
  const runtime = getRuntime()
  if (release === '' || runtime === undefined || isBuildingPages() || runtime.hasRelease) return
  console.warn(
    `@errata/otel: the build of release ${release} was not found when telemetry started, so signals name no release and stacks stay minified. Start the process in the app's folder, or set OTEL_RESOURCE_ATTRIBUTES=service.version=${release} and ERRATA_SOURCE_MAPS_DIR to the build's maps.`,
  )
}
