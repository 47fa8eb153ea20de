import { redirect } from 'react-router'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { getFirstCommit } from '../../../store/issues/get-first-commit.ts'
import { getIssue, type Issue, MAX_OCCURRENCES_READ } from '../../../store/issues/get-issue.ts'
import { listIssueExceptions } from '../../../store/issues/list-issue-exceptions.ts'
import { listIssues } from '../../../store/issues/list-issues.ts'
import { listRules } from '../../../store/issues/list-rules.ts'
import { listSimilarIssues } from '../../../store/issues/list-similar-issues.ts'
import { findMergeTarget } from '../../../store/issues/merges.ts'
import { seemsStopped } from '../../../store/issues/seems-stopped.ts'
import { nsOfMs } from '../../../store/units.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { lowPriority, query, tryQuery } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { mapStoredException } from '../../data/stack-maps/map-exception.ts'
import { clipLine } from '../../format/clip.ts'
import { describeOwner, describeState, PLAIN_STATE, statusLabel } from '../../format/issue-state.ts'
import { formatIssueTitle, issueTitle } from '../../format/issue-title.ts'
import { isoTimestamp } from '../../format/time.ts'
import { findSpansExpiredNs } from '../../parts/event/find-not-found-reason.ts'
import { loadTraceExcerpt } from '../../parts/event-context/load-trace-excerpt.server.ts'
import { describeReasons, recommendEvent } from '../../parts/event-context/recommend-event.ts'
import { stopOf } from '../../parts/issue-state/find-stops.ts'
import { toDisplayedException, toExceptionSummary } from '../../parts/stack-trace/show-exception.ts'
import { readStackView } from '../../parts/stack-trace/stack-view.ts'
import { EVENT_PARAM, type ExceptionAddress, eventPath, parseExceptionAddress } from '../../url/exception-path.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { excludedServices, readScope, scopedPath } from '../../url/scope.ts'
import { floorToInterval, resolveRelativeRange } from '../../url/time-range.ts'
import {
  describeCounts,
  describePlace,
  describeTrend,
  layoutIssueChart,
  layoutReleases,
  listDigests,
  listMergingRules,
  loadTags,
  resolveAffected,
} from './issue-view.server.ts'
import { type Ticket, writeTicketAddress } from './write-ticket-address.ts'

/** Issues listed when searching for one to merge into. */
const MAX_TARGETS = 10

type LoadArgs = Parameters<typeof query>[0] & { readonly url: URL; readonly params: { readonly issue: string } }

/** Everything that an issue's page shows. */
export type IssuePageData = NonNullable<Awaited<ReturnType<typeof loadIssue>>['shown']>

/**
 * Reads an issue, the event to show and its context.
 *
 * @returns No `shown` if a filter in the URL is invalid.
 * @throws A 404 response for an unknown issue, a redirect for a merged one.
 */
export async function loadIssue(args: LoadArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readScope(args.url.searchParams, nowMs)
  if (filterErrors.length > 0) return { filterErrors, shown: undefined }
  const { service, environment, release } = filters
  const hidden = excludedServices({ ...filters, own: true }, args.context.get(settingsContext).ownServices)
  const nowNs = nsOfMs(floorToInterval(nowMs))
  const asked = { issue: decodePathSegment(args.params.issue), range, nowNs, service, environment, release, hidden }
  const issue = await query(args, getIssue, asked)
  if (issue === undefined) throw notFound('Issue not found. Its events may have expired.')
  if ('mergedInto' in issue) throw redirect(`${issuePath(issue.mergedInto)}${args.url.search}`)

  const selected = await readSelected(args, issue)
  const address = selected ?? recommendEvent(issue.occurrences)
  const found = address && (await query(args, getException, address))
  const belongsTo =
    selected === undefined || found === undefined ? issue.issue : findMergeTarget(found.issue, issue.merges)
  if (belongsTo !== issue.issue && address !== undefined) {
    throw redirect(scopedPath(eventPath(belongsTo, address), args.url.searchParams))
  }
  const waitMs = await deferredWaitMs({ ...args, nowMs })
  const [mapped, parts, rules, mergeTargets] = await Promise.all([
    found && mapStoredException(args, found),
    awaitUpTo(waitMs, {
      context: tryQuery(args, loadTraceExcerpt, found, lowPriority),
      affected: tryQuery(args, resolveAffected, { ...asked, ...issue, found }, lowPriority),
      tags: tryQuery(args, loadTags, { issue, range }, lowPriority),
      similar: tryQuery(args, listSimilarIssues, { issue, limit: 6 }, lowPriority),
      commit: tryQuery(args, getFirstCommit, issue, lowPriority),
    }),
    issue.byRules.length > 0 ? query(args, listRules, {}) : [],
    findMergeTargets(args, { issue: issue.issue, nowMs }),
  ])
  const { retentionDays, trackerUrl, agents } = args.context.get(settingsContext)
  const { status, acknowledged, owner } = issue.state
  // As in the list: of the releases that came in the range.
  const releases = issue.order.filter(({ firstSeenNs }) => firstSeenNs >= range.from)
  const counted = { ...issue, events: issue.counts.events }
  const stop = stopOf(counted, { releases, fromNs: range.from, nowNs })
  const hasStopped = seemsStopped(counted, { range, nowNs })
  return {
    filterErrors,
    shown: {
      nowMs,
      issue: issue.issue,
      issueSummary: issue.summary,
      title: issueTitle(issue.summary, issue.issue),
      placeText: describePlace(issue),
      merged: issue.merged,
      rules: listMergingRules(issue, rules),
      mergeTargets,
      ownerText: describeOwner(issue.state),
      state: {
        isResolved: status === 'resolved',
        isMuted: status === 'muted',
        isAcknowledged: acknowledged !== undefined,
        isAssigned: owner !== '',
      },
      marks: [
        ...(status === 'open' ? ['unresolved'] : []),
        ...[statusLabel(issue)].filter(Boolean),
        ...(hasStopped ? ['stopped'] : []),
      ],
      // What the marks do not say.
      stateText: [stop && `Not seen in ${stop}.`, describeState(issue)]
        .filter(text => text && text !== PLAIN_STATE)
        .join(' '),
      countText: describeCounts(issue, filters),
      change: describeTrend(issue),
      firstSeenNs: issue.firstSeenNs,
      lastSeenNs: issue.lastSeenNs,
      chart: layoutIssueChart(issue, { range, nowNs }),
      releases: layoutReleases(issue),
      order: [...new Set(issue.order.toReversed().map(one => one.release))].slice(0, 50),
      digests: listDigests(issue),
      ticketUrl: writeTicketAddress(trackerUrl, describeTicket(issue, agents.url)),
      history: issue.history,
      exception: mapped && toDisplayedException(mapped, readStackView(args.url.searchParams)),
      summary: found && toExceptionSummary(found),
      /** Where no span of the event's trace is stored. */
      spansExpiredNs: found && findSpansExpiredNs({ nowMs, atNs: found.atNs, retentionDays }),
      ...parts,
      at: { isSelected: selected !== undefined, ...eventNumber(issue, address) },
    },
  }
}

/** @param desk its address for readers */
function describeTicket(issue: Issue, desk: string): Ticket {
  const { summary, firstSeenNs } = issue
  const title = formatIssueTitle(issueTitle(summary, issue.issue))
  const url = `${desk}${issuePath(issue.issue)}`
  const facts = [
    ['Service', summary?.service],
    ['First seen', [isoTimestamp(firstSeenNs), summary?.firstRelease].filter(Boolean).join(' in ')],
    ['Where', describePlace(issue).replace(/^ · /, '')],
  ].filter(([, value]) => value)
  const description = [title, '', url, '', ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n')
  return {
    ...{ title: clipLine(title, 200), description, url, id: issue.issue },
    ...{ service: summary?.service ?? '', release: summary?.lastRelease ?? '' },
  }
}

/** The event that the URL selects: an exception, or the first one ever seen. */
async function readSelected(args: LoadArgs, issue: Issue): Promise<ExceptionAddress | undefined> {
  const at = args.url.searchParams.get(EVENT_PARAM) ?? ''
  if (at !== 'first') return parseExceptionAddress(at)
  const range = { from: issue.firstSeenNs, to: issue.firstSeenNs + 1n }
  const [first] = await query(args, listIssueExceptions, { issue: issue.issue, merges: issue.merges, range, limit: 1 })
  return first ?? issue.occurrences.at(-1)
}

/** The number of an event in the range, the first being 1. Unknown before the latest hundred. */
function eventNumber({ occurrences, counts }: Issue, address: ExceptionAddress | undefined) {
  const index = occurrences.findIndex(one => one.id === address?.id && one.atNs === address.atNs)
  const total =
    occurrences.length < MAX_OCCURRENCES_READ ? occurrences.length : Math.max(counts.events, MAX_OCCURRENCES_READ)
  const shown = occurrences[index]
  return {
    number: shown && total - index,
    total,
    reason: shown && describeReasons(shown),
    next: index > 0 ? occurrences[index - 1] : undefined,
    previous: index === -1 ? undefined : occurrences[index + 1],
    latest: occurrences[0],
  }
}

/** Issues to merge into that match a search; `undefined` without a search. */
async function findMergeTargets(args: LoadArgs, { issue, nowMs }: { readonly issue: string; readonly nowMs: number }) {
  const text = args.url.searchParams.get('merge')?.trim() ?? ''
  if (text === '') return undefined
  const { issues } = await query(args, listIssues, {
    search: { is: 'text', text: text.slice(0, 200), at: 0, end: 0 },
    range: resolveRelativeRange('90d', nowMs),
    nowNs: BigInt(nowMs) * 1_000_000n,
    tab: 'all',
    sort: 'events',
    offset: 0,
    limit: MAX_TARGETS + 1,
    who: '',
  })
  return issues
    .filter(one => one.issue !== issue)
    .slice(0, MAX_TARGETS)
    .map(one => ({
      issue: one.issue,
      title: formatIssueTitle(issueTitle(one.summary, one.issue)),
      service: one.summary?.service ?? '',
      events: one.events,
    }))
}
