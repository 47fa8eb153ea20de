import {
  countExceptionsInWindows,
  type ExceptionSelector,
  type ExceptionsInWindow,
} from '../../../store/alerts/count-exceptions-in-windows.ts'
import { type IssueTitleAndReleases, listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { deriveStatesFromEvents, readIssueEvents } from '../../../store/issues/read-states.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import { issueTitle, shortIssueTitle } from '../../format/issue-title.ts'
import type { Judge, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { readIssueOwners } from './issue-owners.ts'
import { aboutRule, judgeEach, keepClosest, labelOfRule, watchesService } from './judge-rules.ts'
import { windowOf } from './usual-windows.ts'

type CountRule = KnownRule<'count'>

/** Rules by issue leave out muted and resolved issues. */
export const judgeCounts: Judge<'count'> = async (store, { rules, slotsMs, ...settings }, signal) => {
  const lengths = [...new Set(rules.map(({ watch }) => watch.windowMinutes))]
  const groups = lengths.map(minutes => ({
    minutes,
    selectors: uniqueSelectors(rules.filter(({ watch }) => watch.windowMinutes === minutes)),
    windows: slotsMs.map(slotMs => windowOf(slotMs, minutes)),
  }))
  const known = await readIssueEvents(store, {}, signal)
  const sinceNs = nsOfMs((slotsMs[0] ?? 0) - Math.max(0, ...lengths) * MINUTE_MS)
  const owners = await readIssueOwners(store, { rules, known, sinceNs, ownerOf: settings.ownerOf }, signal)
  const { merges } = known
  const counted = await countExceptionsInWindows(
    store,
    { groups, merges, hidden: settings.ownServices, owners },
    signal,
  )
  const isOfIssue = ({ group, selector }: ExceptionsInWindow) => groups[group]?.selectors[selector]?.by === 'issue'
  const issues = [...new Set(counted.filter(isOfIssue).map(({ subject }) => subject))]
  const [titles, states] = await Promise.all([
    listIssueTitles(store, { issues, merges }, signal),
    issues.length === 0
      ? undefined
      : deriveStatesFromEvents(store, { ...known, nowNs: nsOfMs(slotsMs.at(-1) ?? 0) }, signal),
  ])
  const byPlace = Map.groupBy(counted, ({ group, window, selector }) => `${group} ${window} ${selector}`)
  const slotAt = new Map(slotsMs.map((slotMs, at) => [slotMs, at]))
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    const group = lengths.indexOf(rule.watch.windowMinutes)
    const selector = groups[group]?.selectors.findIndex(of => isSame(of, rule))
    const found = byPlace.get(`${group} ${slotAt.get(slotMs)} ${selector}`) ?? []
    const observations = found
      .filter(({ subject }) =>
        rule.watch.by === 'issue'
          ? states?.of(subject).status === 'open'
          : rule.watch.by === 'all' || watchesService({ ...rule, owner: '' }, subject, settings),
      )
      .map(of => observe(rule, of, titles.get(of.subject)))
    const none = rule.watch.by === 'all' && observations.length === 0 ? [observe(rule, { subject: '', value: 0 })] : []
    const fromMs = slotMs - rule.watch.windowMinutes * MINUTE_MS
    return { outcome: 'judged', observations: keepClosest([...observations, ...none]), fromMs }
  })
}

const selectorOf = ({ service, environment, release, owner, watch }: CountRule) => ({
  ...{ service, environment, release, owner },
  by: watch.by,
  of: watch.of,
})

const isSame = ({ atLeast: _, ...selector }: ExceptionSelector, rule: CountRule) =>
  JSON.stringify(selector) === JSON.stringify(selectorOf(rule))

/** Rules that differ in their threshold alone have one, with the lowest. */
function uniqueSelectors(rules: readonly CountRule[]): ExceptionSelector[] {
  return [...Map.groupBy(rules, rule => JSON.stringify(selectorOf(rule))).values()].flatMap(same => {
    const [first] = same
    return first === undefined
      ? []
      : [{ ...selectorOf(first), atLeast: Math.min(...same.map(({ watch }) => watch.atLeast)) }]
  })
}

function observe(
  rule: CountRule,
  { subject, value }: Pick<ExceptionsInWindow, 'subject' | 'value'>,
  title?: IssueTitleAndReleases,
): Observation {
  const { by, of, atLeast } = rule.watch
  const isBreach = value >= atLeast
  return {
    subject,
    cause: '',
    isBreach,
    value,
    threshold: atLeast,
    unit: 'count',
    label:
      by === 'issue' ? shortIssueTitle(issueTitle(title, subject)) : by === 'service' ? subject : labelOfRule(rule),
    why: isBreach
      ? `${formatCount(value)} ${of}, ${formatCount(atLeast)} needed`
      : `${formatCount(value)} of ${formatCount(atLeast)} ${of} needed`,
    about: {
      ...aboutRule(rule),
      ...(by === 'issue' && { issue: subject, service: title?.service ?? rule.service }),
      ...(by === 'service' && { service: subject }),
    },
  }
}
