import { redirect } from 'react-router'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { listRules } from '../../../store/issue-events/list-rules.ts'
import { getIssue } from '../../../store/issues/get-issue.ts'
import { listSimilarIssues } from '../../../store/issues/list-similar-issues.ts'
import { readAuthor } from '../../server/author-cookie.ts'
import { awaitUpTo, timeToFirstByte } from '../../server/await-up-to.ts'
import { mapOnRead } from '../../server/map-exception.ts'
import { lowPriority, query, tryQuery } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { showException, summaryOf } from '../../stacks/show-exception.ts'
import { parseExceptionAddress } from '../../url/exception-path.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { excludedServices, readScope } from '../../url/scope.ts'
import { readStackChoice } from '../../url/stack-view.ts'
import { whenSpansExpired } from '../event/describe-absence.ts'
import { describeOwner, describeState } from './describe-state.ts'
import {
  affectedSessions,
  describeTrend,
  digestsOf,
  layoutIssueChart,
  loadEventExcerpt,
  loadTags,
  releasesOf,
  rulesOf,
} from './issue-view.server.ts'
import { recommendEvent } from './recommended-event.ts'

type LoadArgs = Parameters<typeof query>[0] & { readonly url: URL; readonly params: { readonly issue: string } }

/** Everything that the page of an issue shows. */
export type ShownIssue = NonNullable<Awaited<ReturnType<typeof loadIssue>>['shown']>

/**
 * Reads an issue, the event to show and its context.
 *
 * @returns No `shown` where a filter of the address is invalid.
 * @throws A response of 404 for an unknown issue, a redirect for one that was merged into another.
 */
export async function loadIssue(args: LoadArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readScope(args.url.searchParams, nowMs)
  if (filterErrors.length > 0) return { filterErrors, shown: undefined }
  const { service, environment, release } = filters
  const hidden = excludedServices({ ...filters, own: true }, args.context.get(settingsContext).ownServices)
  const nowNs = BigInt(nowMs) * 1_000_000n
  const asked = { issue: decodePathSegment(args.params.issue), range, nowNs, service, environment, release, hidden }
  const issue = await query(args, getIssue, asked)
  if (issue === undefined) throw notFound('The store has no such issue. Its exceptions may have expired.')
  if ('mergedInto' in issue) throw redirect(`${issuePath(issue.mergedInto)}${args.url.search}`)

  const wanted = parseExceptionAddress(args.url.searchParams.get('at') ?? '')
  const address = wanted ?? recommendEvent(issue.occurrences)
  const found = address && (await query(args, getException, address))
  const [mapped, parts, rules] = await Promise.all([
    found && mapOnRead(args, found),
    awaitUpTo(timeToFirstByte({ url: args.url, nowMs }), {
      context: tryQuery(args, loadEventExcerpt, found, lowPriority),
      tags: tryQuery(args, loadTags, { issue, range }, lowPriority),
      similar: tryQuery(args, listSimilarIssues, { issue, limit: 6 }, lowPriority),
    }),
    issue.byRules.length > 0 ? query(args, listRules, {}) : [],
  ])
  const { retentionDays } = args.context.get(settingsContext)
  const at = issue.occurrences.findIndex(one => one.id === address?.id && one.atNs === address.atNs)
  return {
    filterErrors,
    shown: {
      nowMs,
      who: readAuthor(args.request),
      issue: issue.issue,
      words: issue.words,
      merged: issue.merged,
      rules: rulesOf(issue, rules),
      owner: issue.state.owner,
      acknowledged: issue.state.acknowledged,
      isMuted: issue.state.muted !== undefined,
      isResolved: issue.state.resolved !== undefined,
      stateText: describeState(issue),
      ownerText: describeOwner(issue.state),
      change: describeTrend(issue),
      firstSeenNs: issue.firstSeenNs,
      lastSeenNs: issue.lastSeenNs,
      chart: layoutIssueChart(issue, range),
      releases: releasesOf(issue),
      order: [...new Set(issue.order.toReversed().map(one => one.release))].slice(0, 50),
      sessions: affectedSessions(issue),
      digests: digestsOf(issue),
      history: issue.history,
      exception: mapped && showException(mapped, readStackChoice(args.url.searchParams)),
      summary: found && summaryOf(found),
      /** Where no span of the exception's trace is there. */
      spansExpiredNs: found && whenSpansExpired({ nowMs, atNs: found.atNs, retentionDays }),
      ...parts,
      occurrence: issue.occurrences[at],
      isRecommended: wanted === undefined,
      newer: at > 0 ? issue.occurrences[at - 1] : undefined,
      older: at === -1 ? undefined : issue.occurrences[at + 1],
    },
  }
}
