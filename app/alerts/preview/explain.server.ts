import { type AlertEvaluation, listAlertEvaluations } from '../../../store/alerts/list-alert-evaluations.ts'
import { listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { readIssueStates } from '../../../store/issues/read-states.ts'
import type { Store } from '../../../store/store.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { readAbout } from '../evaluation/evaluation-cache.ts'
import type { Judgement, JudgeSettings, Observation } from '../judge.ts'
import { type AlertRule, DEFAULT_RULES, isOneOff, type KnownRule, parseRule } from '../rule.ts'
import { judgeRule } from './preview-rule.server.ts'

/** The result of a rule at a minute, or what it would have been. */
export interface NotToldReason {
  readonly rule: KnownRule
  /** `too short`: it was beyond the threshold, but not for as long as the rule demands. */
  readonly outcome: 'fired' | 'too short' | 'quiet' | 'no data' | 'not judged' | 'not watched'
  /** In plain words, such as `4 of 5 needed`. */
  readonly why: string
  /** True if a desk recorded this when it evaluated the rule at that minute; else the rule was judged now, by what is stored. */
  readonly isRecorded: boolean
}

interface Question {
  /** Id of an issue. */
  readonly issue?: string
  readonly service?: string
  /** Unix milliseconds, within the minute. */
  readonly atMs: number
  /** All rules, also those that did not exist then. The rules of the first start are judged too. */
  readonly rules: readonly KnownRule[]
}

/** A rule that fires after more minutes is judged at so many of them. */
const MAX_SLOTS = 30

/**
 * Tells for each rule whether it fired at a minute, and why not.
 *
 * @returns In the order of the rules, those of the first start that are not among them last.
 * @throws {StoreError} Any kind.
 */
export async function explainNotTold(
  store: Store,
  { issue = '', service = '', atMs, rules, ...settings }: Question & JudgeSettings,
  signal?: AbortSignal,
): Promise<NotToldReason[]> {
  const beginMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  const endMs = beginMs + MINUTE_MS
  const states = issue === '' ? undefined : await readIssueStates(store, { nowNs: nsOfMs(endMs) }, signal)
  const titles =
    states === undefined ? undefined : await listIssueTitles(store, { issues: [issue], merges: states.merges }, signal)
  const subject: Subject = {
    issue,
    service: service === '' ? (titles?.get(issue)?.service ?? '') : service,
    rest: states === undefined || states.of(issue).status === 'open' ? '' : `the issue was ${states.of(issue).status}`,
  }
  const longest = Math.max(1, ...rules.map(({ forMinutes }) => forMinutes))
  const range = { from: nsOfMs(beginMs - longest * MINUTE_MS), to: nsOfMs(endMs + MINUTE_MS) }
  const recorded = Map.groupBy(await listAlertEvaluations(store, { range, limit: 100_000 }, signal), ({ rule }) => rule)
  const reasons: NotToldReason[] = []
  for (const rule of [...rules, ...defaultRules(rules)]) {
    const notWatched = whyNotWatched(rule, subject, settings)
    if (notWatched !== undefined) {
      reasons.push({ rule, outcome: 'not watched', why: notWatched, isRecorded: false })
      continue
    }
    // Windows end with the minute; what happens once is judged with the minute that begins.
    const slotMs = isOneOff(rule) ? beginMs : endMs
    const known = readRecorded(rule, recorded.get(rule.id) ?? [], { subject, slotMs })
    if (known !== undefined) {
      reasons.push({ rule, ...known, isRecorded: true })
      continue
    }
    const slotsMs = slotsOf(rule, slotMs)
    // The rule is judged as if it had always existed.
    const judgements = await judgeRule(store, { rule: { ...rule, sinceMs: 0 }, slotsMs, ...settings }, signal)
    reasons.push({ rule, ...explain(rule, judgements, subject), isRecorded: false })
  }
  return reasons
}

interface Subject {
  readonly issue: string
  readonly service: string
  /** Why nobody is told of the issue; '' if it was open. */
  readonly rest: string
}

function defaultRules(rules: readonly KnownRule[]): KnownRule[] {
  return Object.entries(DEFAULT_RULES).flatMap(([id, value]) => {
    const read = parseRule(value)
    if (!('rule' in read) || rules.some(rule => rule.id === id)) return []
    return [{ ...read.rule, id, revision: `default-${id}`, sinceMs: 0 }]
  })
}

function whyNotWatched(
  rule: KnownRule,
  { service }: Subject,
  { ownServices, ownerOf }: JudgeSettings,
): string | undefined {
  if (!rule.isEnabled) return 'the rule is off'
  if (service === '') return undefined
  if (rule.service !== '' && rule.service !== service) return `it watches ${rule.service} alone`
  if (rule.service === '' && ownServices.includes(service))
    return 'Errata’s own services are watched by rules that name them'
  const isOwnedBySomebodyElse = rule.owner !== '' && ownerOf({ service, path: '' }) !== rule.owner
  // Somebody may have assigned an issue.
  const isOfIssues = rule.kind === 'issue' || rule.kind === 'count'
  return isOwnedBySomebodyElse && !isOfIssues ? `it watches what ${rule.owner} owns` : undefined
}

/** The minutes in which it must have been beyond the threshold, and the one before, to see what happened once. */
function slotsOf(rule: KnownRule, slotMs: number): number[] {
  const minutes = isOneOff(rule) ? 1 : rule.forMinutes
  const slots = Math.min(MAX_SLOTS, minutes)
  const at = Array.from({ length: slots }, (_, i) =>
    slots === 1 ? slotMs : slotMs - Math.round(((slots - 1 - i) * (minutes - 1)) / (slots - 1)) * MINUTE_MS,
  )
  return isOneOff(rule) ? [slotMs - MINUTE_MS, ...at] : at
}

type Finding = Pick<NotToldReason, 'outcome' | 'why'>

const isAbout = ({ issue, service }: Subject, { about }: Pick<Observation, 'about'>) =>
  issue !== '' && about.issue !== ''
    ? about.issue === issue
    : about.service === '' || service === '' || about.service === service

function explain(rule: KnownRule, judgements: readonly Judgement[], subject: Subject): Finding {
  const last = judgements.at(-1)
  if (last === undefined) return { outcome: 'not judged', why: 'it was not judged' }
  if (last.outcome === 'no data') return { outcome: 'no data', why: 'nothing came that could be judged' }
  const found = last.observations.filter(of => isAbout(subject, of))
  const breach = found.find(({ isBreach }) => isBreach)
  if (breach === undefined) {
    return { outcome: 'quiet', why: subject.rest !== '' ? subject.rest : (found[0]?.why ?? whyNothing(rule)) }
  }
  const isIn = ({ observations }: Judgement) =>
    observations.some(of => of.isBreach && of.subject === breach.subject && of.cause === breach.cause)
  if (isOneOff(rule)) {
    const isEarlier = judgements.slice(0, -1).some(isIn)
    return isEarlier
      ? { outcome: 'quiet', why: `${breach.why}, but had fired earlier` }
      : { outcome: 'fired', why: breach.why }
  }
  return judgements.every(isIn)
    ? { outcome: 'fired', why: breach.why }
    : { outcome: 'too short', why: `${breach.why}, but not for ${pluralize(rule.forMinutes, 'minute')} yet` }
}

/** The reason if there is no observation at all. */
function whyNothing(rule: AlertRule): string {
  switch (rule.kind) {
    case 'issue':
      return `was not ${rule.watch.changes.join(', ')} then`
    case 'count':
      return `0 of ${formatCount(rule.watch.atLeast)} ${rule.watch.of} needed`
    case 'error rate':
    case 'p95':
      return `no requests, ${formatCount(rule.watch.leastRequests)} needed to judge`
    case 'crash-free sessions':
      return `no sessions, ${formatCount(rule.watch.leastSessions)} needed to judge`
    case 'job missed':
      return 'no job was late'
    case 'requests stopped':
      return 'requests came as usual'
    case 'drop rule':
      return 'drop rules behaved as usual'
    case 'pipeline':
      return 'telemetry was stored'
    case 'disk':
    case 'search':
      return 'nothing was found'
  }
}

/** The result that desks recorded for that minute; `undefined` if none did. */
function readRecorded(
  rule: KnownRule,
  evaluations: readonly AlertEvaluation[],
  { subject, slotMs }: { readonly subject: Subject; readonly slotMs: number },
): Finding | undefined {
  const at = (ms: number) => evaluations.filter(({ slotNs }) => slotNs === nsOfMs(ms))
  const now = at(slotMs)
  const [first] = now
  if (first === undefined) return undefined
  const breach = now.find(of => of.outcome === 'breach' && isAbout(subject, { about: readAbout(of) }))
  if (breach === undefined) {
    const own = now.find(of => of.subject === '' || isAbout(subject, { about: readAbout(of) }))
    const outcome = own === undefined || own.outcome === 'breach' ? 'quiet' : own.outcome
    return {
      outcome,
      why: subject.rest !== '' ? subject.rest : own === undefined || own.why === '' ? whyNothing(rule) : own.why,
    }
  }
  const isIn = (ms: number) =>
    at(ms).some(of => of.outcome === 'breach' && of.subject === breach.subject && of.cause === breach.cause)
  const before = isOneOff(rule) ? [] : slotsOf(rule, slotMs).slice(0, -1)
  return before.every(isIn)
    ? { outcome: 'fired', why: breach.why }
    : { outcome: 'too short', why: `${breach.why}, but not for ${pluralize(rule.forMinutes, 'minute')} yet` }
}
