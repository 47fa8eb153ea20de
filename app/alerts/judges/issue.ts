import { type IssueScope, listIssueScopes } from '../../../store/alerts/list-issue-scopes.ts'
import { type IssueBegun, listIssuesBegun } from '../../../store/alerts/list-issues-begun.ts'
import { listRisingIssues, type RisingIssue } from '../../../store/alerts/list-rising-issues.ts'
import { listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { deriveStatesFromEvents, readIssueEvents } from '../../../store/issues/read-states.ts'
import { DAY_MS, DAY_NS, HOUR_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { type Ns, nsOfMs } from '../../../store/units.ts'
import { formatAmount } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { issueTitle, shortIssueTitle } from '../../format/issue-title.ts'
import type { Judge, JudgeSettings, Observation } from '../judge.ts'
import type { IssueChange, KnownRule } from '../rule.ts'
import { type Rest, type Return, readReturns } from './issue-changes.ts'
import { readIssueOwners } from './issue-owners.ts'
import { judgeEach, keepClosest, NOTHING_ABOUT, passes } from './judge-rules.ts'

type IssueRule = KnownRule<'issue'>

/** A change of an issue at a time. */
interface Change {
  readonly issue: string
  readonly change: IssueChange
  readonly cause: string
  readonly why: string
  readonly value: number
  readonly threshold: number
  readonly release: string
}

/** Older changes of issues are not told: a new rule must not tell all of them. */
const NEWS_MS = DAY_MS
/** An issue escalates, as its page says, with so many exceptions in the current hour, and so many times the average of that hour on earlier days. */
const LEAST_IN_HOUR = 10
const TIMES_USUAL = 3
const DAYS_BEFORE = 14
const FIVE_MINUTES_MS = 5 * MINUTE_MS

/** An issue is judged as it stands at the end of the minute that begins with a slot: who waits for one is told within seconds. */
export const judgeIssues: Judge<'issue'> = async (store, { rules, slotsMs: asked, ...settings }, signal) => {
  const slotsMs = asked.map(slotMs => slotMs + MINUTE_MS)
  const [firstMs = 0, lastMs = 0] = [slotsMs[0], slotsMs.at(-1)]
  const wants = (change: IssueChange) => rules.some(({ watch }) => watch.changes.includes(change))
  const nowNs = nsOfMs(lastMs)
  const known = await readIssueEvents(store, {}, signal)
  const { merges } = known
  const openDays = [
    ...new Set(rules.filter(({ watch }) => watch.changes.includes('still open')).map(({ watch }) => watch.openDays)),
  ]
  const ranges = [...(wants('new') ? [0] : []), ...openDays].map(days => ({
    from: nsOfMs(firstMs - NEWS_MS - days * DAY_MS),
    to: nsOfMs(lastMs - days * DAY_MS),
  }))
  const hours = wants('escalating') ? [...new Set(slotsMs.map(slotMs => Math.floor(slotMs / HOUR_MS) * HOUR_MS))] : []
  const usualHours = [...new Set(hours.flatMap(hourMs => earlierHours(hourMs)))]
  const [states, begun, rising, owners] = await Promise.all([
    deriveStatesFromEvents(store, { ...known, nowNs }, signal),
    listIssuesBegun(store, { ranges, merges }, signal),
    listRisingIssues(
      store,
      { hours: hours.map(toSeconds), usualHours: usualHours.map(toSeconds), least: LEAST_IN_HOUR, merges },
      signal,
    ),
    readIssueOwners(store, { rules, known, sinceNs: nsOfMs(firstMs - NEWS_MS), ownerOf: settings.ownerOf }, signal),
  ])
  const { returns, rests } = await readReturns(store, { states, sinceNs: nsOfMs(firstMs - 8 * DAY_MS), nowNs }, signal)
  const issues = [...new Set([returns, rising, begun].flatMap(of => of.map(({ issue }) => issue)))]
  const [titles, scopes] = await Promise.all([
    listIssueTitles(store, { issues, merges }, signal),
    listIssueScopes(store, { issues, merges, sinceNs: nsOfMs(firstMs - NEWS_MS) }, signal),
  ])
  const scopesOf = Map.groupBy(scopes, ({ issue }) => issue)
  const indexed = rising.map(indexCounts)
  const risingByRule = new Map(
    rules.map(rule => {
      const owned = indexed.filter(({ issue }) => rule.owner === '' || owners.get(issue) === rule.owner)
      const watched = owned.filter(of => watchesScope(rule, of, settings))
      return [rule.id, [...Map.groupBy(watched, ({ issue }) => issue)]] as const
    }),
  )
  const found: Found = {
    begun: begun.filter(({ issue, isContinued }) => !isContinued && !wasMerged(known.issueEvents.get(issue))),
    returns,
    risingFor: rule => risingByRule.get(rule.id) ?? [],
    rests: Map.groupBy(rests, ({ issue }) => issue),
    isWatched: rememberWatched(
      (rule, issue) =>
        (rule.owner === '' || owners.get(issue) === rule.owner) &&
        (scopesOf.get(issue) ?? []).some(scope => watchesScope(rule, scope, settings)),
    ),
  }
  const labels = new Map<string, string>()
  const labelled = (rule: IssueRule, change: Change) => {
    const title = titles.get(change.issue)
    const label = labels.get(change.issue) ?? shortIssueTitle(issueTitle(title, change.issue))
    labels.set(change.issue, label)
    return observe(rule, change, { label, service: title?.service ?? rule.service })
  }
  return judgeEach({ rules, slotsMs: asked }, (rule, slotMs) => {
    const changes = changesAt(rule, slotMs + MINUTE_MS, found, settings)
    // An issue is one subject, whatever became of it: of several, what pages say first.
    const first = new Map(changes.toReversed().map(change => [change.issue, change]))
    const observations = [...first.values()].map(change => labelled(rule, change))
    return { outcome: 'judged', observations: keepClosest(observations), fromMs: slotMs - NEWS_MS }
  })
}

interface Found {
  readonly begun: readonly IssueBegun[]
  readonly returns: readonly Return[]
  /** Issues that a rule watches, with what it watches of them. */
  risingFor(rule: IssueRule): readonly (readonly [issue: string, rows: readonly IndexedCounts[]])[]
  readonly rests: ReadonlyMap<string, readonly Rest[]>
  /** True if a rule watches one of the services, environments and releases of an issue. */
  isWatched(rule: IssueRule, issue: string): boolean
}

/** Asked for each slot, of which a preview has two thousand. */
function rememberWatched(isWatched: Found['isWatched']): Found['isWatched'] {
  const known = new Map<string, boolean>()
  return (rule, issue) => {
    const key = `${rule.id} ${issue}`
    const before = known.get(key)
    if (before !== undefined) return before
    const is = isWatched(rule, issue)
    known.set(key, is)
    return is
  }
}

const toSeconds = (ms: number) => ms / 1_000

const earlierHours = (hourMs: number) => Array.from({ length: DAYS_BEFORE }, (_, i) => hourMs - (i + 1) * DAY_MS)

/** Whoever takes a merge back makes no new issue of what had been merged. */
const wasMerged = (events: readonly { readonly what: string }[] = []) => events.some(({ what }) => what === 'merged')

/** In the order in which an issue page names them. */
function changesAt(rule: IssueRule, slotMs: number, found: Found, settings: JudgeSettings): Change[] {
  const slotNs = nsOfMs(slotMs)
  const [newsNs, sinceNs] = [nsOfMs(slotMs - NEWS_MS), nsOfMs(rule.sinceMs)]
  const isNews = (atNs: Ns) => atNs < slotNs && atNs > newsNs && atNs > sinceNs
  const isOpen = (issue: string) =>
    !(found.rests.get(issue) ?? []).some(
      ({ fromNs, toNs }) => fromNs <= slotNs && (toNs === undefined || slotNs < toNs),
    )
  const isWatched = (issue: string) => found.isWatched(rule, issue)
  const wants = (change: IssueChange) => rule.watch.changes.includes(change)
  const returned = (change: Return['change']) =>
    !wants(change)
      ? []
      : found.returns
          .filter(
            of =>
              of.change === change &&
              isNews(of.atNs) &&
              (of.untilNs === undefined || slotNs < of.untilNs) &&
              (change === 'unmuted' || watchesScope(rule, of, settings)),
          )
          .filter((of, at, all) => all.findIndex(({ cause }) => cause === of.cause) === at && isWatched(of.issue))
  const regressed = returned('regressed').map(({ issue, cause, release }) =>
    changeOf(issue, 'regressed', { cause, release, why: release === '' ? 'regressed' : `regressed in ${release}` }),
  )
  const unmuted = returned('unmuted').map(({ issue, cause }) =>
    changeOf(issue, 'unmuted', { cause, why: 'its mute has ended' }),
  )
  const isShown = ({ issue }: IssueBegun) => isWatched(issue) && isOpen(issue)
  const fresh = !wants('new')
    ? []
    : found.begun
        .filter(of => isNews(of.firstSeenNs) && isShown(of))
        .map(({ issue }) => changeOf(issue, 'new', { cause: 'new', why: 'is new' }))
  const escalating = !wants('escalating')
    ? []
    : found.risingFor(rule).flatMap(([issue, rows]) => {
        const spike = isOpen(issue) ? spikeAt(slotMs, rows) : undefined
        if (spike === undefined) return []
        const why = `${pluralize(spike.now, 'exception')} this hour, usually ${formatAmount(Number(spike.usual.toPrecision(2)))}`
        const cause = new Date(slotMs).toISOString().slice(0, 10)
        return [
          { ...changeOf(issue, 'escalating', { cause, why }), value: spike.now, threshold: TIMES_USUAL * spike.usual },
        ]
      })
  const { openDays } = rule.watch
  const stillOpen = !wants('still open')
    ? []
    : found.begun
        .filter(
          ({ firstSeenNs, lastSeenNs }) =>
            isNews(firstSeenNs + BigInt(openDays) * DAY_NS) && lastSeenNs > slotNs - DAY_NS,
        )
        .filter(of => isShown(of) && !found.returns.some(({ issue, atNs }) => issue === of.issue && atNs <= slotNs))
        .map(({ issue }) => ({
          ...changeOf(issue, 'still open', {
            cause: `open ${openDays}`,
            why: `is still open after ${pluralize(openDays, 'day')}`,
          }),
          ...{ value: openDays, threshold: openDays },
        }))
  return [...regressed, ...unmuted, ...fresh, ...escalating, ...stillOpen]
}

function watchesScope(
  rule: IssueRule,
  { service, environment, release }: Omit<IssueScope, 'issue'>,
  { ownServices }: JudgeSettings,
): boolean {
  const isService = rule.service === '' ? !ownServices.includes(service) : rule.service === service
  return isService && passes(rule.environment, environment) && passes(rule.release, release)
}

function changeOf(
  issue: string,
  change: IssueChange,
  { cause, why, release = '' }: { readonly cause: string; readonly why: string; readonly release?: string },
): Change {
  return { issue, change, cause, why, release, value: 1, threshold: 1 }
}

/** Exceptions by the start of their five minutes, and of their hour, Unix seconds. */
interface IndexedCounts extends Pick<RisingIssue, 'issue' | 'service' | 'environment' | 'release'> {
  readonly fives: ReadonlyMap<number, number>
  readonly hours: ReadonlyMap<number, number>
}

function indexCounts({ starts, counts, usualStarts, usualCounts, ...place }: RisingIssue): IndexedCounts {
  const index = (at: readonly number[], numbers: readonly number[]) =>
    new Map(at.map((start, i) => [start, numbers[i] ?? 0]))
  return { ...place, fives: index(starts, counts), hours: index(usualStarts, usualCounts) }
}

/** Finds a spike as issue pages do, in the exceptions until a time. */
function spikeAt(slotMs: number, rows: readonly IndexedCounts[]) {
  const hourMs = Math.floor(slotMs / HOUR_MS) * HOUR_MS
  const fives = Math.ceil((slotMs - hourMs) / FIVE_MINUTES_MS)
  const starts = Array.from({ length: fives }, (_, i) => toSeconds(hourMs + i * FIVE_MINUTES_MS))
  const sum = (of: readonly number[], counts: (row: IndexedCounts) => ReadonlyMap<number, number>) =>
    rows.reduce((total, row) => total + of.reduce((part, start) => part + (counts(row).get(start) ?? 0), 0), 0)
  const now = sum(starts, ({ fives }) => fives)
  if (now < LEAST_IN_HOUR) return undefined
  const usual = sum(earlierHours(hourMs).map(toSeconds), ({ hours }) => hours) / DAYS_BEFORE
  return now > TIMES_USUAL * usual ? { now, usual } : undefined
}

function observe(
  rule: IssueRule,
  change: Change,
  { label, service }: { readonly label: string; readonly service: string },
): Observation {
  const { issue, cause, why, value, threshold } = change
  return {
    ...{ subject: issue, cause, isBreach: true, value, threshold, why },
    unit: change.change === 'escalating' ? 'count' : change.change === 'still open' ? 'days' : 'none',
    label,
    about: {
      ...NOTHING_ABOUT,
      service,
      environment: rule.environment,
      release: change.release === '' ? rule.release : change.release,
      issue,
    },
  }
}
