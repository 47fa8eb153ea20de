import { metrics } from '@opentelemetry/api'
import { ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import { guard } from '../../guard.ts'
import { readRelease } from '../environment/read-release.ts'
import type { SignalName } from '../export/record-loss.ts'
import { requestTelemetry } from '../requests/request-telemetry.ts'
import { boundJson } from './bound-json.ts'
import { boundRecords } from './bound-records.ts'
import { limitNames } from './name-limit.ts'
import type { OtlpBody } from './otlp-body.ts'

/**
 * Limits what a browser can add to the database even within its rate limit: records in a post, and new names for each client and hour. What
 * exceeds the limits is counted.
 *
 * @param alsoServed Releases whose pages may still be open, besides those that this server knows.
 */
export function openBodyBounds(alsoServed: readonly string[] = []) {
  const mayUse = limitNames()
  let releases: ReadonlySet<string> | undefined
  return (received: OtlpBody, signalPath: string, client: string): OtlpBody => {
    releases ??= new Set([...alsoServed, ...ownReleases()])
    const bounds = boundRecords({ client, mayUse, releases })
    const { json } = received
    boundJson(json, bounds)
    recordBoundedItems(signalPath === '/v1/logs' ? 'logs' : 'traces', bounds.dropped)
    // Serialised even if nothing was limited: if a field occurs twice, the receiver then reads the one that was checked.
    return { json, body: new TextEncoder().encode(JSON.stringify(json)) }
  }
}

/** The release of the served build, and that of the server's own resource. */
function ownReleases(): string[] {
  const built = guard('release of the build', () => readRelease()) ?? ''
  const own = requestTelemetry()?.knownResource[ATTR_SERVICE_VERSION] ?? ''
  return [built, own].filter(release => release !== '')
}

function recordBoundedItems(
  signal: SignalName,
  { records, names }: { readonly records: number; readonly names: number },
): void {
  if (records + names === 0) return
  guard('count of bounded records', () => {
    const dropped = metrics.getMeter('@errata/otel').createCounter('errata.relay.bounded', {
      unit: '{record}',
      description: 'Records of browsers that the relay left out, and names that it replaced by "other" or removed.',
    })
    if (records > 0) dropped.add(records, { signal, reason: 'records' })
    if (names > 0) dropped.add(names, { signal, reason: 'names' })
  })
}
