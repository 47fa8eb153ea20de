import type { Ns } from '../../../store/units.ts'
import { issuesPath } from '../../url/issue-filters.ts'
import { logsPath } from '../../url/log-filters.ts'
import { facetClause } from '../../url/search-links.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { TelemetryPaths } from './telemetry-links.tsx'

/** The lists of what a user or session sent in a time. On the server, because writing searches takes much code. */
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
