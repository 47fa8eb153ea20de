import { type IssueScope, listIssueScopes } from '../../../store/alerts/list-issue-scopes.ts'
import { type IssueBegun, listIssuesBegun } from '../../../store/alerts/list-issues-begun.ts'
import { listRisingIssues, type RisingIssue } from '../../../store/alerts/list-rising-issues.ts'
import { limitToParameterSize } from '../../../store/issues/fit-parameter.ts'
import { type IssueTitleAndReleases, listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
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

/** What became of an issue at a time. */
interface Change {
  readonly issue: string
  readonly change: IssueChange
  readonly cause: string
  readonly why: string
  readonly value: number
  readonly threshold: number
  readonly release: string
}

/** What has become of an issue longer ago is told no more: whoever begins to look now does not want all of it. */
const NEWS_MS = DAY_MS
/** As issue pages say it: so many exceptions in the current hour, and so many times the average of the same hour of earlier days. */
const LEAST_IN_HOUR = 10
const TIMES_USUAL = 3
const DAYS_BEFORE = 14

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
  const named = [begun, rising, returns].flatMap(of => of.map(({ issue }) => issue))
  const issues = limitToParameterSize([...new Set(named)], issue => issue)
  const [titles, scopes] = await Promise.all([
    listIssueTitles(store, { issues, merges }, signal),
    listIssueScopes(store, { issues, merges, sinceNs: nsOfMs(firstMs - NEWS_MS) }, signal),
  ])
  const found: Found = {
    begun: begun.filter(({ issue, isContinued }) => !isContinued && !wasMerged(known.issueEvents.get(issue))),
    returns,
    rising: Map.groupBy(rising, ({ issue }) => issue),
    rests: Map.groupBy(rests, ({ issue }) => issue),
    scopes: Map.groupBy(scopes, ({ issue }) => issue),
    owners,
  }
  return judgeEach({ rules, slotsMs: asked }, (rule, slotMs) => {
    const changes = changesAt(rule, slotMs + MINUTE_MS, found, settings)
    // An issue is one subject, whatever became of it: of several, what pages say first.
    const first = new Map(changes.toReversed().map(change => [change.issue, change]))
    const observations = [...first.values()].map(change => observe(rule, change, titles.get(change.issue)))
    return { outcome: 'judged', observations: keepClosest(observations), fromMs: slotMs - NEWS_MS }
  })
}

interface Found {
  readonly begun: readonly IssueBegun[]
  readonly returns: readonly Return[]
  readonly rising: ReadonlyMap<string, readonly RisingIssue[]>
  readonly rests: ReadonlyMap<string, readonly Rest[]>
  readonly scopes: ReadonlyMap<string, readonly IssueScope[]>
  readonly owners: ReadonlyMap<string, string>
}

const toSeconds = (ms: number) => ms / 1_000

const earlierHours = (hourMs: number) => Array.from({ length: DAYS_BEFORE }, (_, i) => hourMs - (i + 1) * DAY_MS)

/** Whoever takes a merge back makes no new issue of what had been merged. */
const wasMerged = (events: readonly { readonly what: string }[] = []) => events.some(({ what }) => what === 'merged')

/** In the order in which an issue page names them. */
function changesAt(rule: IssueRule, slotMs: number, found: Found, settings: JudgeSettings): Change[] {
  const slotNs = nsOfMs(slotMs)
  const isNews = (atNs: Ns) => atNs < slotNs && atNs > nsOfMs(slotMs - NEWS_MS) && atNs > nsOfMs(rule.sinceMs)
  const isOpen = (issue: string) =>
    !(found.rests.get(issue) ?? []).some(
      ({ fromNs, toNs }) => fromNs <= slotNs && (toNs === undefined || slotNs < toNs),
    )
  const isWatched = (issue: string) =>
    (rule.owner === '' || found.owners.get(issue) === rule.owner) &&
    (found.scopes.get(issue) ?? []).some(scope => watchesScope(rule, scope, settings))
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
  const begun = found.begun.filter(({ issue }) => isWatched(issue) && isOpen(issue))
  const fresh = !wants('new')
    ? []
    : begun
        .filter(({ firstSeenNs }) => isNews(firstSeenNs))
        .map(({ issue }) => changeOf(issue, 'new', { cause: 'new', why: 'is new' }))
  const escalating = !wants('escalating')
    ? []
    : [...found.rising].flatMap(([issue, all]) => {
        const spike =
          isOpen(issue) && isWatched(issue)
            ? spikeAt(
                slotMs,
                all.filter(of => watchesScope(rule, of, settings)),
              )
            : undefined
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
    : begun
        .filter(
          ({ firstSeenNs, lastSeenNs }) =>
            isNews(firstSeenNs + BigInt(openDays) * DAY_NS) && lastSeenNs > slotNs - DAY_NS,
        )
        .filter(({ issue }) => !found.returns.some(of => of.issue === issue && of.atNs <= slotNs))
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

/** As issue pages find it, of the exceptions until then. */
function spikeAt(slotMs: number, rows: readonly RisingIssue[]) {
  const hourMs = Math.floor(slotMs / HOUR_MS) * HOUR_MS
  const earlier = new Set(earlierHours(hourMs).map(toSeconds))
  const sum = (starts: readonly number[], counts: readonly number[], isIn: (start: number) => boolean) =>
    starts.reduce((total, start, at) => total + (isIn(start) ? (counts[at] ?? 0) : 0), 0)
  const isNow = (start: number) => start * 1_000 >= hourMs && start * 1_000 < slotMs
  const now = rows.reduce((total, { starts, counts }) => total + sum(starts, counts, isNow), 0)
  const before = rows.reduce(
    (total, { usualStarts, usualCounts }) => total + sum(usualStarts, usualCounts, start => earlier.has(start)),
    0,
  )
  const usual = before / DAYS_BEFORE
  return now >= LEAST_IN_HOUR && now > TIMES_USUAL * usual ? { now, usual } : undefined
}

function observe(rule: IssueRule, change: Change, title: IssueTitleAndReleases | undefined): Observation {
  const { issue, cause, why, value, threshold } = change
  return {
    ...{ subject: issue, cause, isBreach: true, value, threshold, why },
    unit: change.change === 'escalating' ? 'count' : change.change === 'still open' ? 'days' : 'none',
    label: shortIssueTitle(issueTitle(title, issue)),
    about: {
      ...NOTHING_ABOUT,
      service: title?.service ?? rule.service,
      environment: rule.environment,
      release: change.release === '' ? rule.release : change.release,
      issue,
    },
  }
}
