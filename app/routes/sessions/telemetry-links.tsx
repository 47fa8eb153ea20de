import type { Ns } from '../../../store/units.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { issuesPath } from '../../url/issue-filters.ts'
import { logsPath } from '../../url/log-filters.ts'
import { facetClause } from '../../url/search-links.ts'
import { tracesPath } from '../../url/trace-filters.ts'

export interface TelemetryPaths {
  readonly issues: string
  readonly spans: string
  readonly logs: string
}

/** The lists of what a user or session sent in a time. For loaders, so that pages do not include the code that writes searches. */
export function writeTelemetryPaths(
  key: 'user' | 'session',
  id: string,
  { firstNs, lastNs }: { readonly firstNs: Ns; readonly lastNs: Ns },
): TelemetryPaths {
  const time = { from: firstNs, to: lastNs + 1_000_000_000n }
  return {
    issues: issuesPath({ ...time, search: facetClause(key, id, 'issues'), tab: 'all' }),
    spans: tracesPath({ ...time, search: facetClause(key, id, 'spans'), show: 'spans' }),
    logs: logsPath({ ...time, search: facetClause(key, id, 'logs') }),
  }
}

export function TelemetryLinks({ paths: { issues, spans, logs } }: { readonly paths: TelemetryPaths }) {
  return (
    <p>
      <ScopedLink to={issues}>Issues</ScopedLink> · <ScopedLink to={spans}>Spans</ScopedLink> ·{' '}
      <ScopedLink to={logs}>Logs</ScopedLink>
    </p>
  )
}
