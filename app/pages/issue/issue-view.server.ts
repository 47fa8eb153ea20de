import { endAt, type ScopeFilter } from '../../../store/comparison.ts'
import type { Exception } from '../../../store/exceptions/exception.ts'
import { countAffectedWithTraces } from '../../../store/issues/count-affected-with-traces.ts'
import { chooseBuckets, type IssueCountBucket } from '../../../store/issues/count-issues.ts'
import { type Issue, MAX_OCCURRENCES_READ } from '../../../store/issues/get-issue.ts'
import { getIssueTags } from '../../../store/issues/get-issue-tags.ts'
import type { GroupingRuleHistory } from '../../../store/issues/list-rules.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { mergeDeploys } from '../../data/list-deploys.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { compareCounts } from '../../insights/change.ts'
import { layoutTags } from '../../insights/layout-tags.ts'
import { writeCountChange } from '../../insights/write-change.ts'
import { escapeMarkdown } from '../../parts/stack-trace/write-exception.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { describeTimeRange, isCustomRange } from '../../ui/filters/describe-time-range.ts'
import type { PageTimeRange } from '../../url/time-range.ts'

const MAX_LISTED = 6
const MAX_PART_CHARS = 200

/** Events of now and before over time, with the releases of the issue's services that came meanwhile. */
export function layoutIssueChart(
  { counts, order }: Pick<Issue, 'counts' | 'order'>,
  { range, nowNs }: { range: PageTimeRange; nowNs: bigint },
) {
  const shown = endAt(range, nowNs)
  const { stepNs, fromNs, toNs } = chooseBuckets(shown)
  const buckets = Array.from({ length: Number((toNs - fromNs) / stepNs) }, (_, i) => ({
    fromNs: fromNs + BigInt(i) * stepNs,
    toNs: fromNs + BigInt(i + 1) * stepNs,
  }))
  // What senders date ahead is in the last one.
  const place = (of: Issue['counts']['buckets'], amount: (one: IssueCountBucket) => number) => {
    const values = buckets.map(() => 0)
    for (const bucket of of) {
      const at = Math.min(Number((bucket.bucketNs - fromNs) / stepNs), values.length - 1)
      if (values[at] !== undefined) values[at] += amount(bucket)
    }
    return values
  }
  const now = place(counts.buckets, ({ events }) => events)
  const before = place(counts.earlier, ({ events }) => events)
  const sessions = place(counts.buckets, ({ sessions }) => sessions)
  const firsts = new Set(order.map(({ service }) => order.find(one => one.service === service)))
  return layoutTimeSeries({
    buckets,
    range: shown,
    marks: mergeDeploys(
      order.filter(one => !firsts.has(one)).toSorted((a, b) => (a.firstSeenNs < b.firstSeenNs ? -1 : 1)),
      stepNs,
    ),
    series: [
      { name: 'Events', colour: 'bad', shape: 'bars', values: now },
      // Zeros would contradict what traces tell of them.
      ...(sessions.some(number => number > 0)
        ? [{ name: 'Sessions', colour: 'series-0', shape: 'line', values: sessions } as const]
        : []),
      { name: 'Previous period', colour: 'before', shape: 'line', values: before },
    ],
    format: formatAmount,
    whole: true,
  })
}

/** ` · /products/:id · CartBadge cart-badge.tsx`: where it was thrown, besides its service. */
export const describePlace = ({ summary }: Pick<Issue, 'summary'>) =>
  [summary?.route, summary?.function]
    .filter(part => part?.trim())
    .map((part = '') => ` · ${clipLine(part, MAX_PART_CHARS)}`)
    .join('')

/** `20 events in the last 24 hours, 41 in all`. */
export const describeCounts = ({ counts }: Pick<Issue, 'counts'>, time: Parameters<typeof describeTimeRange>[0]) =>
  `${pluralize(counts.events, 'event')} in ${isCustomRange(time) ? 'this time range' : `the ${describeTimeRange(time)}`}, ${formatCount(counts.all.events)} in all`

/** Compares the current with the previous period. */
export function describeTrend({ counts: { events, before } }: Pick<Issue, 'counts'>): string {
  const change =
    before.events === 0 ? '0 in the' : `${writeCountChange(compareCounts({ now: events, before: before.events }))} vs`
  return `${change} previous period.`
}

/** A lower bound of affected users and sessions: the latest hundred events are also looked up by their traces. */
export interface AffectedCounts {
  /** `12 users, 19 sessions`; with `+` if older events were not looked up. */
  readonly text: string
  readonly hasMore: boolean
  /** Of the shown event; '' if unknown. */
  readonly event: { readonly session: string; readonly user: string }
  /** The latest distinct ones; `user` or `session` may be ''. */
  readonly latest: readonly {
    readonly session: string
    readonly user: string
    readonly atNs: bigint
    readonly events: number
  }[]
}

interface AffectedOf extends Pick<Issue, 'issue' | 'merges' | 'occurrences'>, ScopeFilter {
  readonly range: TimeRange
  /** The shown event. */
  readonly found: Exception | undefined
}

/** Counts the users and sessions of an issue. An event without them has those of its trace. */
export async function resolveAffected(
  store: Store,
  { issue, merges, occurrences, found, range, ...filter }: AffectedOf,
  signal?: AbortSignal,
): Promise<AffectedCounts> {
  const { service = '', environment = '', release = '', hidden = [] } = filter
  const asked = { issues: [issue], merges, range, service, environment, release, hidden }
  const errors = occurrences.map(one => ({ ...one, issue }))
  const read = { ...asked, errors, others: found === undefined ? [] : [found.traceId] }
  const { counts, traces } = await countAffectedWithTraces(store, read, signal)
  const byTrace = new Map(traces.map(of => [of.traceId, of]))
  const latest = new Map<string, AffectedCounts['latest'][number]>()
  for (const { traceId, sessionId, user: named, atNs } of occurrences) {
    const session = sessionId || (byTrace.get(traceId)?.sessionId ?? '')
    const user = named || (byTrace.get(traceId)?.userId ?? '')
    const key = session || user
    if (key === '') continue
    const known = latest.get(key)
    latest.set(key, known === undefined ? { session, user, atNs, events: 1 } : { ...known, events: known.events + 1 })
  }
  const isUnnamed = occurrences.some(({ sessionId, user }) => sessionId === '' || user === '')
  const hasMore = isUnnamed && occurrences.length === MAX_OCCURRENCES_READ
  const affected = counts.get(issue) ?? { users: 0, sessions: 0 }
  return {
    event: {
      session: found?.sessionId || (byTrace.get(found?.traceId ?? '')?.sessionId ?? ''),
      user: found?.userId || (byTrace.get(found?.traceId ?? '')?.userId ?? ''),
    },
    text: describeAffected({ ...affected, hasMore }),
    hasMore,
    // A name tells more than the id of a session.
    latest: [...latest.values()].toSorted((a, b) => Number(b.user !== '') - Number(a.user !== '')).slice(0, MAX_LISTED),
  }
}

function describeAffected({ users, sessions, hasMore }: { users: number; sessions: number; hasMore: boolean }): string {
  if (users + sessions === 0) return 'No session or user data'
  if (hasMore) return `${formatCount(users)}+ users, ${formatCount(sessions)}+ sessions`
  return `${pluralize(users, 'user')}, ${pluralize(sessions, 'session')}`
}

export const listDigests = ({ occurrences }: Pick<Issue, 'occurrences'>) =>
  [...new Set(occurrences.map(({ digest }) => digest))].filter(digest => digest !== '').slice(0, MAX_LISTED)

/** Tags of the latest events. */
export async function loadTags(store: Store, of: Parameters<typeof getIssueTags>[1], signal?: AbortSignal) {
  return describeTags(layoutTags(await getIssueTags(store, of, signal)))
}

/** As text, with the tags that all events have alike apart. `note` is '' without events. */
export function describeTags(tags: ReturnType<typeof layoutTags>) {
  const looked = tags[0]?.values[0]?.looked ?? 0
  const isCompared = tags.some(({ values }) => values.some(({ sessions }) => sessions))
  const [alike = [], compared = []] = [true, false].map(areAlike =>
    tags.filter(({ values: [first] }) => areAlike === (looked > 1 && first?.has === looked && !first.sessions)),
  )
  const events = looked === 1 ? 'Of one event' : `Of the latest ${formatCount(looked)} events`
  const brackets = isCompared ? '; in brackets, of all sessions; bold: far more than of those' : ''
  return {
    note: looked === 0 ? '' : `${events} in this time range${brackets}`,
    compared: compared.map(({ tag, values }) => ({
      tag,
      values: values.map(({ value, has, sessions, isFrequent }) => ({
        value,
        share: formatShare(has, looked),
        ofSessions: sessions && `(${formatShare(sessions.has, sessions.looked)})`,
        isFrequent,
      })),
    })),
    alike,
  }
}

/** Tags in a line of Markdown each, values that are far more frequent than in all sessions bold. At most six. */
export const writeTags = ({ compared }: ReturnType<typeof describeTags>): string[] =>
  compared.slice(0, MAX_LISTED).map(({ tag, values }) => {
    const texts = values.map(({ value, share, ofSessions, isFrequent }) => {
      const text = [escapeMarkdown(value), share, ofSessions?.replace(')', ' of all sessions)')]
        .filter(Boolean)
        .join(' ')
      return isFrequent ? `**${text}**` : text
    })
    return `- ${escapeMarkdown(tag)}: ${texts.join(', ')}`
  })

/** Releases in which it was seen, latest first, with their share of the events in the range. */
export function layoutReleases({ releases, counts }: Pick<Issue, 'releases' | 'counts'>) {
  const events = new Map(counts.releases.map(of => [of.release, of.events]))
  const ofAll = counts.releases.reduce((sum, of) => sum + of.events, 0)
  return releases.toReversed().map(({ service, release, isOlder }) => {
    const seen = events.get(release) ?? 0
    const share = isOlder ? 'before the fix' : seen > 0 ? formatShare(seen, ofAll) : 'not in range'
    return { service, release, text: `${release === releases[0]?.release ? 'first, ' : ''}${share}` }
  })
}

/** The rules that merged issues into an issue, in their active versions. */
export const listMergingRules = ({ byRules }: Pick<Issue, 'byRules'>, rules: readonly GroupingRuleHistory[]) =>
  byRules.map(({ rule: { issue, rule }, issues }) => ({
    issue,
    name: rule.name,
    version: rules.find(one => one.issue === issue)?.held?.version,
    issues,
  }))
