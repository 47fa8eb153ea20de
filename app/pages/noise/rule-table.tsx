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
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
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
  const columns: readonly Column<RuleSummary>[] = [
    {
      name: 'Rule',
      namesRow: true,
      cell: of => (
        <RuleName of={of} alarms={alarms && alarmsOfRule(alarms, of.rule)} condition={conditions.get(of.rule)} />
      ),
    },
    { name: 'Dropped', isNumber: true, width: 'col-count', cell: ({ removed }) => formatAmount(removed) },
    { name: 'Share', isNumber: true, shown: 'wide', width: 'col-count', cell: formatShareOfAll },
    {
      name: 'Change',
      shown: 'wide',
      width: 'col-route',
      cell: of => (
        <>
          <Sparkline model={of.line} /> <DropsChange of={of} />
        </>
      ),
    },
    { name: 'Spans', isNumber: true, shown: 'wide', width: 'col-duration', cell: ({ spans }) => formatAmount(spans) },
    { name: 'Span events', isNumber: true, shown: 'wide', width: 'col-duration', cell: of => formatAmount(of.events) },
    {
      name: 'Log records',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ({ logs }) => formatAmount(logs),
    },
    {
      name: 'Last match',
      isNumber: true,
      width: 'col-when',
      look: 'muted',
      cell: ({ lastNs }) =>
        lastNs === undefined ? `> ${DROP_LOOKBACK_DAYS} d` : <RelativeTime atNs={lastNs} nowMs={nowMs} />,
    },
  ]
  return (
    <div className="panel">
      <DataTable className="fit" caption={caption} columns={columns} rows={rules} keyOf={({ rule }) => rule} />
    </div>
  )
}

interface RuleNameProps {
  readonly of: RuleSummary
  readonly alarms: NoiseAlarms | undefined
  readonly condition: DescribedCondition | undefined
}

function RuleName({ of, alarms, condition }: RuleNameProps) {
  const to = dropRulePath(of.rule)
  return (
    <>
      <div className="lead">
        <ScopedLink to={to} className="row-link" data-row="">
          {formatDropRuleTitle(of.rule)}
        </ScopedLink>{' '}
        {alarms && <AlarmMark alarms={alarms} />}
      </div>
      <code className="muted small nowrap" title={condition?.exact}>
        {condition?.text}
      </code>
      <p className="under">
        <span className="narrow-only">{formatShareOfAll(of)} of all</span>
        <span className="narrow-only">
          <DropsChange of={of} />
        </span>
        <ScopedLink to={`${to}#conditions`}>Conditions</ScopedLink>
        {of.lastNs !== undefined && <ScopedLink to={`${to}#samples`}>Samples</ScopedLink>}
      </p>
    </>
  )
}

const formatShareOfAll = ({ spans, logs, all }: RuleSummary) => formatShare(spans + logs, all)

const DropsChange = ({ of: { removed, before } }: { readonly of: RuleSummary }) => (
  <RelativeChange change={compareCounts({ now: removed, before })} />
)

function AlarmMark({ alarms }: { readonly alarms: NoiseAlarms }) {
  if (countAlarms(alarms) === 0) return null
  const [alarm] = alarms.rules
  return (
    <span className="mark bad" title={alarm && describeRuleAlarm(alarm)}>
      {alarm === undefined ? 'alert' : summarizeRuleAlarm(alarm)}
    </span>
  )
}
