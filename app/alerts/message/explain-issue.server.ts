import type { ScopeFilter } from '../../../store/comparison.ts'
import type { Exception } from '../../../store/exceptions/exception.ts'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { countAffected } from '../../../store/issues/count-affected.ts'
import { countIssues } from '../../../store/issues/count-issues.ts'
import { getIssueTags, type IssueTags } from '../../../store/issues/get-issue-tags.ts'
import { knownAffected } from '../../../store/issues/known-affected.ts'
import { listIssueExceptions } from '../../../store/issues/list-issue-exceptions.ts'
import { type IssueTitleAndReleases, listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { findMergeTarget, type Merges } from '../../../store/issues/merges.ts'
import { readIssueEvents } from '../../../store/issues/read-states.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_NS, HOUR_NS } from '../../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../../store/units.ts'
import { mapException } from '../../data/stack-maps/map-exception.ts'
import { formatShare } from '../../format/amount.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatElapsed } from '../../format/duration.ts'
import { formatAgo } from '../../format/time.ts'
import { layoutTags } from '../../insights/layout-tags.ts'
import { MAIN_PART } from '../../insights/thresholds.ts'
import { exceptionPath } from '../../url/exception-path.ts'
import { tracePath } from '../../url/trace-view.ts'
import type { AlertEvent } from '../event-content.ts'
import { rangeOfEvent } from './alert-links.ts'
import { compareFailed, explainFailure } from './explain-failure.server.ts'
import { type Attempt, type Explanation, listFacts, NO_EXPLANATION } from './explanation.ts'
import { describeFirstFrame } from './first-frame.ts'

/** Of these the newest one with a stack is told. */
const MAX_READ = 20
const [MAX_SHARED, MAX_CHARS] = [3, 60] as const

interface IssueQuery {
  readonly event: AlertEvent
  readonly nowMs: number
}

/** Since which release an issue exists, how many it meets, what its exceptions have in common, and where they come from. */
export async function explainIssue(store: Store, { event, nowMs }: IssueQuery, attempt: Attempt): Promise<Explanation> {
  const { content } = event
  const merges = (await attempt(signal => readIssueEvents(store, {}, signal)))?.merges
  if (merges === undefined) return NO_EXPLANATION
  const of = {
    issue: findMergeTarget(content.issue, merges),
    ...{ merges, range: rangeOfEvent(event) },
    filter: { environment: content.environment, release: content.release },
  }
  const known = attempt(signal => listIssueTitles(store, { issues: [of.issue], merges }, signal))
  const newest = attempt(signal => findException(store, of, signal))
  const [titles, counts, exception, failure, shared] = await Promise.all([
    known,
    attempt(signal => countAll(store, of, signal)),
    newest,
    attempt(async signal => {
      const found = await newest
      return found && found.traceId !== '' ? await explainFailure(store, found, signal) : undefined
    }),
    attempt(async signal => {
      const title = (await known)?.get(of.issue)
      return title && (await describeShared(store, { ...of, title }, signal))
    }),
  ])
  const compared =
    shared || failure === undefined
      ? undefined
      : await attempt(signal => {
          const { service, name } = failure.span
          const range = { from: of.range.to - HOUR_NS, to: of.range.to }
          return compareFailed(store, { service, name, selection: 'is:error', range }, signal)
        })
  return {
    facts: listFacts({
      'Since release': describeFirstRelease(titles?.get(of.issue), nsOfMs(nowMs)),
      ...counts,
      'In common': shared || compared,
      Failed: failure?.failing,
      Answered: failure?.answers,
      Route: exception?.route,
    }),
    code: (exception && describeFirstFrame(exception)) || (failure?.statement ?? ''),
    links: [
      ...(exception ? [{ text: 'Exception', path: exceptionPath(exception) }] : []),
      ...(exception && failure
        ? [{ text: 'Trace', path: tracePath({ traceId: exception.traceId, spanId: failure.span.spanId }) }]
        : []),
    ],
  }
}

interface KnownIssue {
  readonly issue: string
  readonly merges: Merges
  readonly range: TimeRange
  readonly filter: ScopeFilter
}

async function countAll(store: Store, { issue, merges, range, filter }: KnownIssue, signal: AbortSignal) {
  const asked = { issues: [issue], merges, range, ...filter }
  const [counts, affected] = await Promise.all([countIssues(store, asked, signal), countAffected(store, asked, signal)])
  const { events = 0, users = 0, sessions = 0 } = counts.get(issue) ?? {}
  const describe = (what: 'users' | 'sessions', named: number) => {
    const { count, hasMore } = knownAffected(what, named, affected.get(issue))
    if (count === 0) return ''
    return hasMore ? `at least ${pluralize(count, what.slice(0, -1))}` : pluralize(count, what.slice(0, -1))
  }
  return {
    Exceptions: events === 0 ? '' : `${formatCount(events)} in ${formatElapsed(range.to - range.from)}`,
    Affected: [describe('users', users), describe('sessions', sessions)].filter(Boolean).join(', '),
  }
}

/** The newest exception with a stack that can be read; else the newest, also from the day before: it may have come late. */
async function findException(
  store: Store,
  { issue, merges, range, filter }: KnownIssue,
  signal: AbortSignal,
): Promise<Exception | undefined> {
  const read = (from: bigint) =>
    listIssueExceptions(store, { issue, merges, range: { from, to: range.to }, limit: MAX_READ, ...filter }, signal)
  const inRange = await read(range.from)
  const listed = inRange.length > 0 ? inRange : await read(range.to - DAY_NS)
  const chosen = listed.find(({ hasStack, isReadable }) => hasStack && isReadable) ?? listed[0]
  const exception = chosen && (await getException(store, chosen, signal))
  return exception && (await mapException(store, exception, signal))
}

/** What its exceptions have far more often than all sessions: `release 2.4.1 100 % (all sessions 33 %)`. */
async function describeShared(
  store: Store,
  { issue, merges, range, title }: KnownIssue & { readonly title: IssueTitleAndReleases },
  signal: AbortSignal,
): Promise<string> {
  const of = { issue, merges, releases: title.releases.map(release => ({ ...release, isOlder: false })) }
  return listShared(await getIssueTags(store, { issue: of, range }, signal)).join(', ')
}

const listShared = (tags: IssueTags): string[] =>
  layoutTags(tags)
    .flatMap(({ tag, values }) => values.map(value => ({ tag, ...value })))
    .flatMap(({ tag, value, has, looked, sessions, isFrequent }) =>
      isFrequent && sessions !== undefined && has >= MAIN_PART * looked
        ? `${tag} ${clipLine(value, MAX_CHARS)} ${formatShare(has, looked)} (all sessions ${formatShare(sessions.has, sessions.looked)})`
        : [],
    )
    .slice(0, MAX_SHARED)

function describeFirstRelease(title: IssueTitleAndReleases | undefined, nowNs: bigint): string {
  const [first] = title?.releases ?? []
  if (first === undefined) return ''
  const since = formatAgo(first.firstSeenNs, nowNs)
  return first.release === '' ? `first seen ${since}` : `${first.release}, first seen ${since}`
}
