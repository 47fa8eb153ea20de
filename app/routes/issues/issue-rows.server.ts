import { chooseBuckets, countIssues } from '../../../store/issue-counts/count-issues.ts'
import { stoppedSince } from '../../../store/issue-counts/stopped-since.ts'
import type { ListedIssue } from '../../../store/issues/list-issues.ts'
import type { NewRelease } from '../../../store/overview/list-releases-seen.ts'
import type { Store } from '../../../store/store.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { describeState, statusLabel } from '../../format/issue-state.ts'
import { issueTitle } from '../../format/issue-title.ts'
import { shortFunction } from '../../format/short-function.ts'
import { layoutSparkline } from '../../ui/charts/layout-sparkline.server.ts'
import type { PageTimeRange } from '../../url/time-range.ts'
import type { IssueRow } from './issue-table.tsx'

/** Rows of the list, with their trends in a range on one scale, of which the root is drawn: a single event stays in sight. */
export function issueRows(listed: readonly ListedIssue[], range: PageTimeRange): IssueRow[] {
  const { fromNs, toNs, stepNs } = chooseBuckets(range)
  const trends = listed.map(issue => {
    const values = Array.from({ length: Number((toNs - fromNs) / stepNs) }, () => 0)
    for (const { bucketNs, events } of issue.buckets) values[Number((bucketNs - fromNs) / stepNs)] = events
    return { issue, values, peak: Math.max(0, ...values) }
  })
  const highest = Math.sqrt(Math.max(0, ...trends.map(({ peak }) => peak)))
  const step = formatDuration(stepNs)
  return trends.map(({ issue, values, peak }) => ({
    ...issueRow(issue),
    line: layoutSparkline(values.map(Math.sqrt), highest),
    peak,
    trendText: `At most ${pluralize(peak, 'event')} per ${step}. All rows have one scale (square root).`,
  }))
}

function issueRow(listed: ListedIssue): Omit<IssueRow, 'line' | 'peak' | 'trendText'> {
  const { issue, events, sessions, users, firstSeenNs, lastSeenNs, summary, state } = listed
  // Without its file, which would take the place of the service.
  const place = shortFunction(summary?.function ?? '').replace(/ \S+$/, '')
  const route = summary?.route ?? ''
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
    issues.flatMap(issue => {
      const release = stopOf(issue, of)
      return release === '' ? [] : [[issue.issue, release] as const]
    }),
  )
}

/** The release with which one issue stopped, in the list as on its page; '' if it goes on. */
export function stopOf(
  { summary, ...activity }: Pick<ListedIssue, 'summary' | 'firstSeenNs' | 'lastSeenNs' | 'events'>,
  of: Parameters<typeof stoppedSince<NewRelease>>[1],
): string {
  const newestReleaseNs = summary?.releases.at(-1)?.firstSeenNs
  if (summary === undefined || newestReleaseNs === undefined) return ''
  return stoppedSince({ ...activity, service: summary.service, newestReleaseNs }, of)?.release ?? ''
}

/** Events of issues in a range, by issue; no entry for none. */
export async function countEvents(store: Store, query: Parameters<typeof countIssues>[1], signal?: AbortSignal) {
  const counts = await countIssues(store, query, signal)
  return new Map([...counts].map(([issue, { events }]) => [issue, events] as const))
}
