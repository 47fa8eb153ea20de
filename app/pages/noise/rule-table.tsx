import { DROP_LOOKBACK_DAYS } from '../../../store/noise/drop-rules.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatDropRuleTitle } from '../../format/drop-rule.ts'
import { compareCounts } from '../../insights/change.ts'
import { alarmsOfRule, countAlarms } from '../../parts/drop-alarms/alarms.tsx'
import { describeRuleAlarm, summarizeRuleAlarm } from '../../parts/drop-alarms/describe-alarm.ts'
import type { NoiseAlarms } from '../../parts/drop-alarms/find-alarms.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { dropRulePath } from '../../url/page-paths.ts'
import type { DescribedCondition } from './describe-conditions.server.ts'
import type { RuleSummary } from './query-drop-counts.server.ts'

interface RuleTableProps {
  readonly rules: readonly RuleSummary[]
  /** `undefined` if they are unknown. */
  readonly alarms: NoiseAlarms | undefined
  /** By rule. */
  readonly conditions: ReadonlyMap<string, DescribedCondition>
  readonly nowMs: number
  readonly caption: string
}

/** A row for each rule with its drops, even without any. */
export function RuleTable({ rules, alarms, conditions, nowMs, caption }: RuleTableProps) {
  return (
    <div className="panel">
      <table className="list fit">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" className="number col-count">
              Dropped
            </th>
            <th scope="col" className="number col-count wide-only">
              Share
            </th>
            <th scope="col" className="wide-only col-route">
              Change
            </th>
            <th scope="col" className="number wide-only col-duration">
              Spans
            </th>
            <th scope="col" className="number wide-only col-duration">
              Span events
            </th>
            <th scope="col" className="number wide-only col-duration">
              Log records
            </th>
            <th scope="col" className="number col-when">
              Last match
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, removed, all, before, line, spans, events, logs, lastNs }) => (
            <tr key={rule}>
              <th scope="row">
                <div className="lead">
                  <ScopedLink to={dropRulePath(rule)} className="row-link" data-row="">
                    {formatDropRuleTitle(rule)}
                  </ScopedLink>{' '}
                  {alarms && <AlarmMark alarms={alarmsOfRule(alarms, rule)} />}
                </div>
                <code className="muted small nowrap" title={conditions.get(rule)?.exact}>
                  {conditions.get(rule)?.text}
                </code>
                <p className="under">
                  <span className="narrow-only">{formatShare(spans + logs, all)} of all</span>
                  <span className="narrow-only">
                    <RelativeChange change={compareCounts({ now: removed, before })} />
                  </span>
                  <ScopedLink to={`${dropRulePath(rule)}#conditions`}>Conditions</ScopedLink>
                  {lastNs !== undefined && <ScopedLink to={`${dropRulePath(rule)}#samples`}>Samples</ScopedLink>}
                </p>
              </th>
              <td className="number">{formatAmount(removed)}</td>
              <td className="number wide-only">{formatShare(spans + logs, all)}</td>
              <td className="wide-only">
                <Sparkline model={line} /> <RelativeChange change={compareCounts({ now: removed, before })} />
              </td>
              <td className="number wide-only">{formatAmount(spans)}</td>
              <td className="number wide-only">{formatAmount(events)}</td>
              <td className="number wide-only">{formatAmount(logs)}</td>
              <td className="number muted">
                {lastNs === undefined ? `> ${DROP_LOOKBACK_DAYS} d` : <RelativeTime atNs={lastNs} nowMs={nowMs} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AlarmMark({ alarms }: { readonly alarms: NoiseAlarms }) {
  if (countAlarms(alarms) === 0) return null
  const [alarm] = alarms.rules
  return (
    <span className="mark bad" title={alarm && describeRuleAlarm(alarm)}>
      {alarm === undefined ? 'alert' : summarizeRuleAlarm(alarm)}
    </span>
  )
}
