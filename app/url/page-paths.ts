import { writeFilters } from './codec.ts'
import { encodePathSegment } from './path-segment.ts'
import { type Scope, scopeCodecs } from './scope.ts'

/** The path of a session's page. */
export function sessionPath(sessionId: string): string {
  return `/sessions/${encodePathSegment(sessionId)}`
}

/** The path of a user's page. */
export function userPath(userId: string): string {
  return `/users/${encodePathSegment(userId)}`
}

/** The path of a release's page. */
export function releasePath(release: string): string {
  return `/releases/${encodePathSegment(release)}`
}

/** The path of the visitor's page for a digest. */
export function visitorErrorPath(digest: string): string {
  return `/e/${encodePathSegment(digest)}`
}

/** The path of a drop rule's page. */
export function dropRulePath(rule: string): string {
  return `/noise/${encodePathSegment(rule)}`
}

/** The URL of a service's page; the path names the service, so the scope does not. */
export function servicePath(service: string, scope: Partial<Scope> = {}): string {
  return `/services/${encodePathSegment(service)}${writeFilters(scopeCodecs, { ...scope, service: '' })}`
}

/** The URL of the page about what a service sends. */
export function telemetryPath(service: string, scope: Partial<Scope> = {}): string {
  return `/services/${encodePathSegment(service)}/telemetry${writeFilters(scopeCodecs, { ...scope, service: '' })}`
}
