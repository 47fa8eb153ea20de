import { chooseBuckets, countIssues, NO_ISSUE_COUNTS } from '../../../store/issues/count-issues.ts'
import type { ListedIssue } from '../../../store/issues/list-issues.ts'
import { seemsStopped } from '../../../store/issues/seems-stopped.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { describeState, statusLabel } from '../../format/issue-state.ts'
import { issueTitle } from '../../format/issue-title.ts'
import { formatTimestamp } from '../../format/time.ts'
import { shortFunction } from '../../parts/event/short-function.ts'
import { layoutSparkline } from '../../ui/charts/layout-sparkline.server.ts'
import type { IssueRow, IssueTrend } from './issue-table.tsx'

/** The trends of listed issues in a range, by issue, on one scale, of which the root is drawn: a single event stays in sight. */
export function layoutTrends(
  listed: readonly ListedIssue[],
  counts: Awaited<ReturnType<typeof countIssues>>,
  shown: TimeRange,
): ReadonlyMap<string, IssueTrend> {
  const { fromNs, toNs, stepNs } = chooseBuckets(shown)
  const trends = listed.map(({ issue, state }) => {
    const { buckets, spike } = counts.get(issue) ?? NO_ISSUE_COUNTS
    const values = Array.from({ length: Number((toNs - fromNs) / stepNs) }, () => 0)
    // What senders date ahead is in the last one.
    for (const { bucketNs, events } of buckets) {
      const at = Math.min(Number((bucketNs - fromNs) / stepNs), values.length - 1)
      values[at] = (values[at] ?? 0) + events
    }
    const escalation = spike === undefined ? '' : describeState({ state, spike })
    return { issue, values, peak: Math.max(0, ...values), escalation }
  })
  const highest = Math.sqrt(Math.max(0, ...trends.map(({ peak }) => peak)))
  const step = formatDuration(stepNs)
  return new Map(
    trends.map(({ issue, values, peak, escalation }) => {
      const text = `At most ${pluralize(peak, 'event')} per ${step}. All rows have one scale (square root).`
      return [issue, { line: layoutSparkline(values.map(Math.sqrt), highest), peak, text, escalation }] as const
    }),
  )
}

export function issueRow(listed: ListedIssue, within: Parameters<typeof seemsStopped>[1]): IssueRow {
  const { issue, events, sessions, users, firstSeenNs, lastSeenNs, summary, state } = listed
  return {
    issue,
    title: issueTitle(summary, issue),
    culprit: [summary?.route, summary?.function].filter(Boolean).join(' · '),
    // Without its file, which would take the place of the service.
    function: shortFunction(summary?.function ?? '').replace(/ \S+$/, ''),
    route: summary?.route ?? '',
    service: summary?.service ?? '',
    mark: statusLabel({ ...listed, spike: undefined }),
    stateText: describeState({ ...listed, spike: undefined }),
    quietText: seemsStopped(listed, within) ? `No events since ${formatTimestamp(lastSeenNs)}` : '',
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

/** Events of issues in a range, by issue; no entry for none. */
export async function countEvents(store: Store, query: Parameters<typeof countIssues>[1], signal?: AbortSignal) {
  const counts = await countIssues(store, query, signal)
  return new Map([...counts].map(([issue, { events }]) => [issue, events] as const))
}
