import { stoppedSince } from '../../../store/issue-counts/stopped-since.ts'
import type { IssueChange } from '../../../store/overview/list-issue-changes.ts'
import type { NewRelease } from '../../../store/overview/list-releases-seen.ts'
import type { RouteChange } from '../../../store/overview/list-route-changes.ts'
import { describeChange, formatChange, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { errorRates, isBadErrorShare, isByChance } from '../../format/error-share.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { formatAgo } from '../../format/time.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { releasePath } from '../../url/page-paths.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { OverviewSummary } from './summarize.server.ts'

/** The least rise that counts; smaller ones are usual. */
const MIN_RATIO = 1.5
/** Fewer exceptions are no incident, whatever their ratio. */
const MIN_EXCEPTIONS = 10

/** What goes on was seen in the last hour, or in the last 24th of a range of more than a day. */
const [MIN_RECENT_NS, RECENT_PARTS] = [3_600_000_000_000n, 24n]

/** So many new issues are listed: of more, the total is unknown. */
export const MAX_NEW_ISSUES = 6

/** What broke in the period. */
export interface Incident {
  /** `Error rate 3.3× (1.2 % → 4 %), exceptions 6× (52 → 403)`; '' if none rose. */
  readonly rises: string
  /**
   * A line for each fact, those that go on first: the issue that rose most and still occurs, `Ongoing: Timeout in shop, up 80 %, last seen 5 min
   * ago`; what is slower, `Slower: /orders in checkout up 58 %`; since which releases new issues occur, `3 of 4 new issues since 2.4.1, up to 19
   * users each, 2 of them stopped with 2.4.2`.
   */
  readonly lines: readonly LinkInText[]
}

interface LinkInText {
  readonly before: string
  readonly to: string
  readonly link: string
  readonly after: string
}

interface IncidentQuery {
  readonly summary: Pick<OverviewSummary, 'requests' | 'failed' | 'exceptions' | 'releases'>
  readonly issues: readonly IssueChange[]
  /** Routes with a latency regression, the largest first. */
  readonly routes: readonly RouteChange[]
  /** Unix nanoseconds: begin of the period, and the present. */
  readonly fromNs: bigint
  readonly nowNs: bigint
}

/** @returns `undefined` if nothing rose much, and no release brought new issues */
export function findIncident({ summary, issues, routes, fromNs, nowNs }: IncidentQuery): Incident | undefined {
  const { requests, failed, exceptions, releases } = summary
  const { now, before } = errorRates(failed, requests)
  const rises = [
    ...(isBadErrorShare({ errors: failed.now, total: requests.now }) &&
    now >= before * MIN_RATIO &&
    !isByChance(failed.now, before * requests.now)
      ? [`error rate ${formatRise(now, before)}`]
      : []),
    ...(hasRisen(exceptions) ? [`exceptions ${describeChange(exceptions.now, exceptions.before)}`] : []),
  ].join(', ')
  const known = issues.map(issue => ({
    ...issue,
    stop: stoppedSince({ ...issue, events: issue.now }, { releases, fromNs, nowNs }),
  }))
  const brought = listCausingReleases(known, releases)
  const recentNs = (nowNs - fromNs) / RECENT_PARTS
  const sinceNs = nowNs - (recentNs > MIN_RECENT_NS ? recentNs : MIN_RECENT_NS)
  const [worst] = known
    .filter(issue => issue.stop === undefined && issue.lastSeenNs >= sinceNs && hasRisen(issue))
    .toSorted((a, b) => b.now - b.before - (a.now - a.before))
  const ongoing = worst && {
    before: 'Ongoing: ',
    to: issuePath(worst.issue),
    link: exceptionTitle(worst),
    after: ` in ${[worst.service, describeChange(worst.now, worst.before), ...usersOf(worst), `last seen ${formatAgo(worst.lastSeenNs, nowNs)}`].join(', ')}`,
  }
  if (rises === '' && brought.length === 0 && ongoing === undefined) return undefined
  const lines = [
    ...(ongoing ? [ongoing] : []),
    ...describeSlowerRoutes(routes, releases),
    ...brought.filter(({ isOver }) => !isOver),
    ...brought.filter(({ isOver }) => isOver),
  ]
  return { rises: rises.replace(/^./, first => first.toUpperCase()), lines }
}

/** Services of which the line of latencies has room for a route. */
const MAX_SLOWER = 2

/** The slowest route of each service with its percentiles, and its release if the service has one new one in the period. */
function describeSlowerRoutes(routes: readonly RouteChange[], releases: readonly NewRelease[]): readonly LinkInText[] {
  const worst = [...Map.groupBy(routes, ({ service }) => service).values()].flatMap(([route]) => route ?? [])
  return worst.slice(0, MAX_SLOWER).map(({ service, route, nowNs, beforeNs }, index) => {
    const fresh = releases.filter(of => of.service === service)
    const facts = [
      `${formatChange(Number(nowNs), Number(beforeNs))} (${formatDuration(beforeNs)} → ${formatDuration(nowNs)})`,
      ...(fresh.length === 1 && fresh[0] ? [`new release ${fresh[0].release}`] : []),
    ]
    const others = routes.length - Math.min(worst.length, MAX_SLOWER)
    const isLast = index === Math.min(worst.length, MAX_SLOWER) - 1
    const rest = isLast && others > 0 ? `; ${pluralize(others, 'other route')} slower` : ''
    return {
      before: 'Slower: ',
      to: tracesPath({ service, itsRoute: route, sort: '-duration' }),
      link: route || 'no route',
      after: ` in ${[service, ...facts].join(', ')}${rest}`,
    }
  })
}

const usersOf = ({ users, hasMoreUsers }: IssueChange): readonly string[] =>
  users === 0 ? [] : [`${hasMoreUsers ? 'at least ' : ''}${pluralize(users, 'user')}`]

const hasRisen = ({ now, before }: { readonly now: number; readonly before: number }) =>
  now >= MIN_EXCEPTIONS && now >= before * MIN_RATIO && !isByChance(now, before)

function formatRise(now: number, before: number): string {
  const shares = `${formatShare(before, 1)} → ${formatShare(now, 1)}`
  return before === 0 ? shares : `${formatChange(now, before)} (${shares})`
}

/** Releases that a line has room for. */
const MAX_RELEASES = 2

/** Of each new issue the latest release that its service had before; those with most first. Over: if all of them stopped. */
function listCausingReleases(
  issues: readonly (IssueChange & { readonly stop: NewRelease | undefined })[],
  releases: readonly NewRelease[],
): readonly (LinkInText & { readonly isOver: boolean })[] {
  const newest = releases.toSorted((a, b) => (a.firstSeenNs < b.firstSeenNs ? 1 : -1))
  const fresh = issues.filter(({ isNew }) => isNew)
  const causes = fresh.flatMap(issue => {
    const cause = newest.find(of => of.service === issue.service && of.firstSeenNs <= issue.firstSeenNs)
    return cause === undefined ? [] : { name: cause.release, issue }
  })
  const knowsAll = fresh.length < MAX_NEW_ISSUES
  return largestFirst(causes, ({ name }) => name)
    .slice(0, MAX_RELEASES)
    .map(([name, of]) => {
      const count =
        knowsAll && of.length < fresh.length
          ? `${of.length} of ${pluralize(fresh.length, 'new issue')}`
          : pluralize(of.length, 'new issue')
      return {
        before: `${count} since `,
        to: releasePath(name),
        link: name,
        after: describeNewIssues(of.map(({ issue }) => issue)),
        isOver: of.every(({ issue }) => issue.stop !== undefined),
      }
    })
}

/** `, up to 19 users each, 2 of them stopped with 2.4.2` */
function describeNewIssues(issues: readonly (IssueChange & { readonly stop: NewRelease | undefined })[]): string {
  const [users] = issues.toSorted((a, b) => b.users - a.users).flatMap(usersOf)
  const [stop] = largestFirst(
    issues.flatMap(issue => issue.stop?.release ?? []),
    release => release,
  )
  return [
    ...(users === undefined ? [] : [issues.length === 1 ? users : `up to ${users} each`]),
    ...(stop === undefined
      ? []
      : [`${stop[1].length === issues.length ? '' : `${stop[1].length} of them `}stopped with ${stop[0]}`]),
  ]
    .map(part => `, ${part}`)
    .join('')
}

const largestFirst = <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
  [...Map.groupBy(items, nameOf)].toSorted(([, a], [, b]) => b.length - a.length)
