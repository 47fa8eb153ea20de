import { chooseBuckets, countIssues } from '../../../store/issue-counts/count-issues.ts'
import { stoppedSince } from '../../../store/issue-counts/stopped-since.ts'
import type { ListedIssue } from '../../../store/issues/list-issues.ts'
import type { NewRelease } from '../../../store/overview/list-releases-seen.ts'
import type { Store } from '../../../store/store.ts'
import { describeState, statusLabel } from '../../format/issue-state.ts'
import { issueTitle } from '../../format/issue-title.ts'
import { shortFunction } from '../../format/short-function.ts'
import { layoutSparkline } from '../../ui/charts/layout-sparkline.server.ts'
import type { PageTimeRange } from '../../url/time-range.ts'
import type { IssueRow } from './issue-table.tsx'

/** A row of the list, with its trend in a range. */
export function issueRow(listed: ListedIssue, range: PageTimeRange): IssueRow {
  const { issue, events, sessions, users, firstSeenNs, lastSeenNs, summary, state, buckets } = listed
  const { fromNs, toNs, stepNs } = chooseBuckets(range)
  const values = Array.from({ length: Number((toNs - fromNs) / stepNs) }, () => 0)
  // Without its file, which would take the place of the service.
  const place = shortFunction(summary?.function ?? '').replace(/ \S+$/, '')
  const route = summary?.route ?? ''
  for (const bucket of buckets) values[Number((bucket.bucketNs - fromNs) / stepNs)] = bucket.events
  return {
    issue,
    title: issueTitle(summary, issue),
    culprit: [summary?.route, summary?.function].filter(Boolean).join(' · '),
    place: place || route,
    route: place && route,
    service: summary?.service ?? '',
    mark: statusLabel(listed),
    stateText: describeState(listed),
    isAcknowledged: state.acknowledged !== undefined,
    owner: state.owner,
    line: layoutSparkline(values),
    events,
    sessions,
    users,
    firstSeenNs,
    lastSeenNs,
    firstRelease: summary?.firstRelease ?? '',
    lastRelease: summary?.lastRelease ?? '',
  }
}

/** The release with which an issue stopped, by issue; no entry for one that goes on. */
export function stopsOf(
  issues: readonly ListedIssue[],
  of: Parameters<typeof stoppedSince<NewRelease>>[1],
): ReadonlyMap<string, string> {
  return new Map(
    issues.flatMap(({ issue, summary, ...activity }) => {
      const newestReleaseNs = summary?.releases.at(-1)?.firstSeenNs
      if (summary === undefined || newestReleaseNs === undefined) return []
      const stop = stoppedSince({ ...activity, service: summary.service, newestReleaseNs }, of)
      return stop === undefined ? [] : [[issue, stop.release] as const]
    }),
  )
}

/** Events of issues in a range, by issue; no entry for none. */
export async function countEvents(store: Store, query: Parameters<typeof countIssues>[1], signal?: AbortSignal) {
  const counts = await countIssues(store, query, signal)
  return new Map([...counts].map(([issue, { events }]) => [issue, events] as const))
}
