/** The path of a session's page. */
export function sessionPath(sessionId: string): string {
  return `/sessions/${encodeURIComponent(sessionId)}`
}

/** The path of a user's page. */
export function userPath(userId: string): string {
  return `/users/${encodeURIComponent(userId)}`
}

/** The path of a release's page. */
export function releasePath(release: string): string {
  return `/releases/${encodeURIComponent(release)}`
}

/** The path of the page that tells a visitor of the error behind a digest. */
export function visitorPath(digest: string): string {
  return `/e/${encodeURIComponent(digest)}`
}
