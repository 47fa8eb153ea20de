const key = 'errata.session'
let fallback: string | undefined

/**
 * The random id of this browser session: one a tab, kept for as long as the tab is. Where storage is forbidden, one a page.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/general/session/ for `session.id`
 */
export function readSessionId(newSessionId: () => string): string {
  if (fallback !== undefined) return fallback
  try {
    fallback = sessionStorage.getItem(key) ?? newSessionId()
    sessionStorage.setItem(key, fallback)
  } catch {
    fallback ??= newSessionId()
  }
  return fallback
}
