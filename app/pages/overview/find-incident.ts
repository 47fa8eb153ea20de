import type { IssueChange } from '../../../store/issues/list-issue-changes.ts'
import type { NewRelease } from '../../../store/releases/list-releases-seen.ts'
import type { OperationChange } from '../../../store/services/list-operation-changes.ts'
import { formatAmount, formatChange, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { formatAgo, formatSince } from '../../format/time.ts'
import { type Change, type ComparedCount, compareCounts, isLargeRise } from '../../insights/change.ts'
import { compareErrorRates, isBadErrorShare } from '../../insights/error-rates.ts'
import { stoppedSince } from '../../insights/stopped-since.ts'
import { LARGE_RATIO, MIN_EXPECTED, MIN_TOLD_EVENTS } from '../../insights/thresholds.ts'
import { writeCountChange } from '../../insights/write-change.ts'
import { writeFinding } from '../../insights/write-finding.ts'
import { hasComparableTraffic } from '../../parts/request-summary/compared-count.ts'
import { recentSinceNs } from '../../parts/request-summary/recent-since.ts'
import type { OverviewSummary } from '../../parts/request-summary/summarize.server.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { releasePath } from '../../url/page-paths.ts'
import { tracesPath } from '../../url/trace-filters.ts'

/** So many new issues are listed: of more, the total is unknown. */
export const MAX_NEW_ISSUES = 6

/** What broke in the period. */
export interface Incident {
  /** `Error rate 3.3× (1.2 % → 4 %), exceptions 6× (52 → 403)`; '' if none rose. */
  readonly rises: string
  /**
   * Whether it goes on: `Errors back to normal: 1 exception, 1 of 62 transactions failed since 14:30 (1.61 %, usually 1.2 %)`; '' if nothing
   * rose, or unknown. Errors that stopped with the traffic are not back to normal.
   */
  readonly recent: string
  /** Whether errors are no more than usual lately, and fewer than on average of the period. */
  readonly isOver: boolean
  /**
   * When, since which releases and what, those that go on first: of the new issues of a release the one that hit most users, `09:24 to 23:21,
   * since 2.4.1: out of stock in shop, 40 events, 19 users; 3 new issues, 2 of them stopped with 2.4.2`.
   */
  readonly causes: readonly IncidentLine[]
  /**
   * The service that fails most of those that fail more than before, `Failing: checkout, error rate 8× (0.4 % → 3.2 %); and 2 more services`. Of
   * the issues that no release brought the one that rose most and still occurs, `Still seen: Timeout in shop, up 80 %, last 5 min ago; and 3
   * more issues`.
   */
  readonly lines: readonly IncidentLine[]
  /** `Slower: /orders in checkout, up 58 % (200 ms → 316 ms)`. */
  readonly slower: readonly IncidentLine[]
  /** The operations with a latency regression, where there is no room for these lines: `6 operations slower`. */
  readonly slowerText: string
}

/** Text with links in it. */
type IncidentLine = readonly (string | LinkText)[]

interface LinkText {
  readonly to: string
  readonly text: string
  /** Whether it is what the line is about. */
  readonly isSubject?: boolean
}

/** A operation with a latency regression. */
export interface SlowerOperation extends OperationChange {
  readonly change: Change
}

interface IncidentQuery {
  /** Whether services have lost their usual traffic. */
  readonly isTrafficMissing: boolean
  readonly summary: Pick<OverviewSummary, 'requests' | 'failed' | 'exceptions' | 'releases' | 'recent'> & {
    readonly services: readonly Pick<
      OverviewSummary['services'][number],
      'service' | 'requests' | 'failed' | 'verdict'
    >[]
  }
  readonly issues: readonly IssueChange[]
  /** Routes with a latency regression, the largest first. */
  readonly operations: readonly SlowerOperation[]
  /** Unix nanoseconds: begin of the period, and the present. */
  readonly fromNs: bigint
  readonly nowNs: bigint
}

/** @returns `undefined` if nothing rose much, no operation got much slower, and no release brought new issues */
export function findIncident({
  summary,
  isTrafficMissing,
  issues,
  operations,
  fromNs,
  nowNs,
}: IncidentQuery): Incident | undefined {
  const { requests, failed, exceptions, releases, recent, services } = summary
  const rateChange = compareErrorRates({ failed, requests })
  const { now, before } = rateChange
  const rises = [
    ...(isBadErrorShare({ errors: failed.now, total: requests.now }) && isLargeRise(rateChange)
      ? [writeFinding({ subject: '', measure: 'error rate', before, after: now })]
      : []),
    ...(isToldRise(exceptions) ? [`exceptions ${writeCountChange(compareCounts(exceptions))}`] : []),
  ].join(', ')
  const known = issues.map(issue => ({
    ...issue,
    stop: stoppedSince({ ...issue, events: issue.now }, { releases, fromNs, nowNs }),
  }))
  const brought = listCausingReleases(known, releases, nowNs)
  const sinceNs = recentSinceNs({ fromNs, nowNs })
  // An issue that occurs every two hours was not necessarily fixed because the last hour has no event of it.
  const goesOn = ({ now: events, lastSeenNs }: IssueChange) =>
    lastSeenNs >= sinceNs || lastSeenNs >= nowNs - (2n * (nowNs - fromNs)) / BigInt(events)
  const told = new Set(brought.flatMap(({ issues }) => issues))
  const [worst, ...others] = known
    .filter(issue => !told.has(issue.issue) && issue.stop === undefined && goesOn(issue) && isToldRise(issue))
    .toSorted((a, b) => b.now - b.before - (a.now - a.before))
  const ongoing = worst && [
    'Still seen: ',
    issueLink(worst),
    ` in ${[worst.service, writeCountChange(compareCounts(worst)), ...usersOf(worst), `last ${formatAgo(worst.lastSeenNs, nowNs)}`].join(', ')}${andMore(others, 'issue')}`,
  ]
  const failing = describeFailingServices(services)
  const isMuchSlower = operations.some(({ change }) => isLargeRise(change))
  const isCalm = brought.length === 0 && ongoing === undefined && failing === undefined && !isMuchSlower
  if (rises === '' && isCalm) return undefined
  const causes = brought.toSorted((a, b) => Number(a.isOver) - Number(b.isOver)).map(({ line }) => line)
  const lines = [failing, ongoing].filter(line => line !== undefined)
  const slower = describeSlowerOperations(operations, releases)
  const slowerText = operations.length === 0 ? '' : `${pluralize(operations.length, 'operation')} slower`
  const lateCounts = recent
    ? [
        { count: recent.exceptions, usual: exceptions.before * recent.part, risen: exceptions.now * recent.part },
        { count: recent.failed, usual: before * recent.requests, risen: now * recent.requests },
      ]
    : []
  const isAbove = lateCounts.some(({ count, usual }) => isAboveUsual(count, usual))
  const isOver = recent !== undefined && !isAbove && !lateCounts.some(isAsRisen)
  const hasFewRequests =
    recent !== undefined && !hasComparableTraffic({ now: recent.requests, before: requests.before * recent.part })
  const headline = isAbove
    ? 'Errors above normal'
    : !isOver
      ? 'Errors not back to normal yet'
      : isTrafficMissing
        ? 'Fewer errors, but traffic is missing'
        : hasFewRequests
          ? 'Too few transactions to compare errors'
          : lateCounts.some(({ count, usual }) => count > 0 && count >= usual * LARGE_RATIO)
            ? 'Too few errors to tell if they are back to normal'
            : 'Errors back to normal'
  const usually =
    recent === undefined || recent.requests === 0 || requests.before === 0
      ? ''
      : ` (${formatShare(recent.failed, recent.requests)}, usually ${formatShare(before, 1)})`
  const lately =
    recent && rises !== ''
      ? `${headline}: ${pluralize(recent.exceptions, 'exception')}${recent.requests === 0 ? ' and no transactions' : `, ${formatAmount(recent.failed)} of ${pluralize(recent.requests, 'transaction')} failed`} since ${recent.since}${usually}`
      : ''
  return {
    rises: rises.replace(/^./, first => first.toUpperCase()),
    recent: lately,
    isOver,
    causes,
    lines,
    slower,
    slowerText,
  }
}

/** `; and 2 more issues`; '' if there are no others. */
export const andMore = (others: readonly unknown[], noun: string) =>
  others.length === 0 ? '' : `; and ${pluralize(others.length, `more ${noun}`)}`

/** The service with most failures more than before, with its error rate. Where there is one service, the headline has its rate. */
function describeFailingServices(services: IncidentQuery['summary']['services']): IncidentLine | undefined {
  const [worst, ...others] = services
    .filter(({ failed, requests, verdict }) => verdict.isBad && isLargeRise(compareErrorRates({ failed, requests })))
    .toSorted((a, b) => b.failed.now - b.failed.before - (a.failed.now - a.failed.before))
  if (worst === undefined || services.length === 1) return undefined
  const { now: after, before } = compareErrorRates(worst)
  return [
    'Failing: ',
    { to: tracesPath({ service: worst.service, itsFailed: true }), text: worst.service, isSubject: true },
    `, ${writeFinding({ subject: '', measure: 'error rate', before, after })}${andMore(others, 'service')}`,
  ]
}

/** Services of which the line of latencies has room for a operation. */
const MAX_SLOWER = 2

/** The slowest operation of each service with its percentiles, and its releases if the service has one or two new ones in the period. */
function describeSlowerOperations(
  operations: readonly SlowerOperation[],
  releases: readonly NewRelease[],
): readonly IncidentLine[] {
  const worst = [...Map.groupBy(operations, ({ service }) => service).values()].flatMap(
    ([operation]) => operation ?? [],
  )
  return worst.slice(0, MAX_SLOWER).map(({ service, operation, baseline, nowNs, beforeNs }, index) => {
    const fresh = releases.filter(of => of.service === service)
    const facts = [
      `${formatChange(Number(nowNs), Number(beforeNs))} (${formatDuration(beforeNs)} → ${formatDuration(nowNs)})${baseline === 'usual hour' ? ' in the last hour' : ''}`,
      ...(fresh.length === 1 || fresh.length === 2
        ? [`new release${fresh.length === 1 ? '' : 's'} ${fresh.map(of => of.release).join(' and ')}`]
        : []),
    ]
    const others = operations.length - Math.min(worst.length, MAX_SLOWER)
    const isLast = index === Math.min(worst.length, MAX_SLOWER) - 1
    const rest = isLast && others > 0 ? `; ${pluralize(others, 'other operation')} slower` : ''
    return [
      'Slower: ',
      {
        to: tracesPath({ service, itsOperation: operation, sort: '-duration' }),
        text: operation || 'no operation',
        isSubject: true,
      },
      ` in ${[service, ...facts].join(', ')}${rest}`,
    ]
  })
}

const issueLink = (issue: IssueChange): LinkText => ({
  to: issuePath(issue.issue),
  text: exceptionTitle(issue),
  isSubject: true,
})

const usersOf = ({ users, hasMoreUsers }: IssueChange): readonly string[] =>
  users === 0 ? [] : [`${hasMoreUsers ? 'at least ' : ''}${pluralize(users, 'user')}`]

/** True of events if they rose so much, and are so many, that they are told unasked. */
const isToldRise = (events: ComparedCount) => events.now >= MIN_TOLD_EVENTS && isLargeRise(compareCounts(events))

const isAboveUsual = (count: number, usual: number) => isLargeRise(compareCounts({ now: count, before: usual }))

/** True if as many were counted lately as on average of a period in which they have risen. */
const isAsRisen = ({
  count,
  usual,
  risen,
}: {
  readonly count: number
  readonly usual: number
  readonly risen: number
}) => risen >= Math.max(MIN_EXPECTED, usual * LARGE_RATIO) && count >= risen

/** Releases that a line has room for. */
const MAX_RELEASES = 2

/** New issues that a release brought, and the line about them. */
interface Brought {
  readonly line: IncidentLine
  readonly issues: readonly string[]
  readonly isOver: boolean
}

/** Of each new issue the latest release that its service had before; those with most first. Over: if all of them stopped. */
function listCausingReleases(
  issues: readonly (IssueChange & { readonly stop: NewRelease | undefined })[],
  releases: readonly NewRelease[],
  nowNs: bigint,
): readonly Brought[] {
  const newest = releases.toSorted((a, b) => (a.firstSeenNs < b.firstSeenNs ? 1 : -1))
  const fresh = issues.filter(({ isNew }) => isNew)
  const causes = fresh.flatMap(issue => {
    const cause = newest.find(of => of.service === issue.service && of.firstSeenNs <= issue.firstSeenNs)
    return cause === undefined ? [] : { name: cause.release, issue }
  })
  return largestFirst(causes, ({ name }) => name)
    .slice(0, MAX_RELEASES)
    .map(([name, of]) => {
      const count = pluralize(of.length, 'new issue')
      const release = { to: releasePath(name), text: name }
      const line = describeNewIssues({ issues: of.map(({ issue }) => issue), release, count, nowNs })
      const issues = of.map(({ issue }) => issue.issue)
      return { line, issues, isOver: of.every(({ issue }) => issue.stop !== undefined) }
    })
}

interface NewIssues {
  readonly issues: readonly (IssueChange & { readonly stop: NewRelease | undefined })[]
  readonly release: LinkText
  readonly count: string
  readonly nowNs: bigint
}

/** `09:24 to 23:21, since 2.4.1: out of stock in shop, 40 events, 19 users; 3 new issues, 2 of them stopped with 2.4.2`. */
function describeNewIssues({ issues, release, count, nowNs }: NewIssues): IncidentLine {
  const [worst] = issues.toSorted((a, b) => b.users - a.users || b.now - a.now)
  if (worst === undefined) return []
  const [stop] = largestFirst(
    issues.flatMap(issue => issue.stop?.release ?? []),
    release => release,
  )
  const stopped =
    stop && `, ${stop[1].length === issues.length ? '' : `${stop[1].length} of them `}stopped with ${stop[0]}`
  const until = worst.stop === undefined ? '' : ` to ${formatSince(worst.lastSeenNs, worst.firstSeenNs)}`
  return [
    `${until === '' ? 'From ' : ''}${formatSince(worst.firstSeenNs, nowNs)}${until}, since `,
    release,
    ': ',
    issueLink(worst),
    ` in ${[worst.service, pluralize(worst.now, 'event'), ...usersOf(worst)].join(', ')}; ${count}${stopped ?? ''}`,
  ]
}

const largestFirst = <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
  [...Map.groupBy(items, nameOf)].toSorted(([, a], [, b]) => b.length - a.length)
