import { redirect } from 'react-router'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { getIssue } from '../../../store/issues/get-issue.ts'
import { query } from '../../data/query.ts'
import { mapStoredException } from '../../data/stack-maps/map-exception.ts'
import { pluralize } from '../../format/count.ts'
import { describeState } from '../../format/issue-state.ts'
import { isoTimestamp } from '../../format/time.ts'
import { textResponse } from '../../http/text-response.ts'
import { recommendEvent } from '../../parts/event-context/recommend-event.ts'
import { escapeMarkdown, writeException } from '../../parts/stack-trace/write-exception.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { resolveRelativeRange } from '../../url/time-range.ts'
import type { Route } from './+types/issue-text.ts'
import { describeCounts, describeTrend, loadTags, resolveAffected, writeTags } from './issue-view.server.ts'

/** An issue of the last 14 days as Markdown to paste, or as JSON. */
export async function loader(args: Route.LoaderArgs) {
  const nowMs = Date.now()
  const range = resolveRelativeRange('14d', nowMs)
  const nowNs = BigInt(nowMs) * 1_000_000n
  const issue = await query(args, getIssue, { issue: decodePathSegment(args.params.issue), range, nowNs })
  if (issue === undefined) return textResponse('Issue not found. Its events may have expired.\n', 404)
  if ('mergedInto' in issue) throw redirect(`${issuePath(issue.mergedInto)}/text${args.url.search}`)
  const tags = await query(args, loadTags, { issue, range })
  if (args.url.searchParams.get('as') === 'json') {
    const { merges, ...fields } = issue
    return textResponse(`${JSON.stringify({ ...fields, tags }, writeValue, 2)}\n`, 200, 'application/json')
  }
  const recommended = recommendEvent(issue.occurrences)
  const [exception, affected] = await Promise.all([
    recommended && query(args, getException, recommended),
    query(args, resolveAffected, { ...issue, range, found: undefined }),
  ])
  const state = describeState(issue)
  const facts = [
    `- State: ${escapeMarkdown(state)}`,
    `- ${describeCounts(issue, { last: '14d', from: undefined, to: undefined })}: ${describeTrend(issue)}`,
    `- ${affected.text}`,
    `- First seen: ${isoTimestamp(issue.firstSeenNs)}, last seen: ${isoTimestamp(issue.lastSeenNs)}`,
    `- Releases: ${
      escapeMarkdown(
        issue.releases
          .map(({ release }) => release)
          .filter(Boolean)
          .join(', '),
      ) || 'unknown'
    }`,
    ...(issue.merged.length > 0 ? [`- ${pluralize(issue.merged.length, 'issue')} merged into it`] : []),
    ...(issue.state.owner === '' ? [] : [`- Owner: ${escapeMarkdown(issue.state.owner)}`]),
    ...writeTags(tags),
  ]
  const text = exception && writeException(await mapStoredException(args, exception), 'markdown')
  return textResponse([facts.join('\n'), text ?? ''].toReversed().join('\n'), 200)
}

/** A JSON number cannot hold nanoseconds. */
const writeValue = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
