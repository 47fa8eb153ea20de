import { Link } from 'react-router'
import { pluralize } from '../../format/count.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { ALERTS_PATH, alertRulePath } from '../../url/alert-address.ts'
import type { FiringLine } from './list-firing-lines.server.ts'

const MAX_LINES = 3

/** What fires now, a line each; nothing if nothing does. */
export function FiringLines({ firing, nowMs }: { readonly firing: readonly FiringLine[]; readonly nowMs: number }) {
  if (firing.length === 0) return null
  const more = firing.length - MAX_LINES
  return (
    <section className="notice bad-notice" aria-label="Firing alerts">
      <p>
        <strong>
          <ScopedLink to={ALERTS_PATH}>{pluralize(firing.length, 'alert')}</ScopedLink>
        </strong>{' '}
        {firing.length === 1 ? 'fires' : 'fire'}
      </p>
      <ul>
        {firing.slice(0, MAX_LINES).map(({ id, label, path, why, rule, ruleName, atNs }) => (
          <li key={id}>
            <p>
              <Link to={path}>{label}</Link>: {why} (<ScopedLink to={alertRulePath(rule)}>{ruleName}</ScopedLink>,{' '}
              <RelativeTime atNs={atNs} nowMs={nowMs} />)
            </p>
          </li>
        ))}
        {more > 0 && (
          <li>
            <ScopedLink to={ALERTS_PATH}>And {more} more</ScopedLink>
          </li>
        )}
      </ul>
    </section>
  )
}
