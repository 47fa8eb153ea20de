import { useSearchParams } from 'react-router'
import { listMissingPaths } from '../../../store/noise/list-missing-paths.ts'
import { cached, query, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { settingsContext } from '../../data/settings.ts'
import { countAlarms, DropRuleAlarmItems } from '../../parts/drop-alarms/alarms.tsx'
import { findAlarms } from '../../parts/drop-alarms/find-alarms.ts'
import { dropCountsRange } from '../../parts/drop-counts/drop-counts-range.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/noise.ts'
import { DropBreakdown } from './breakdown.tsx'
import { describeConditions } from './describe-conditions.server.ts'
import { describeTotal } from './describe-total.ts'
import { MissingPaths } from './missing-paths.tsx'
import { queryDropRules, queryDropsBy } from './query-drop-counts.server.ts'
import { RuleTable } from './rule-table.tsx'

const MAX_PATHS = 25

/** Answers 400 without a query if the scope is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, filters, range: asked, listFilters } = readPage(args, readScope)
  const { retentionDays, dropRules, lab } = args.context.get(settingsContext)
  const range = dropCountsRange(asked, { nowMs: asOfMs, keptDays: retentionDays.digests })
  const { service, release, hidden } = listFilters
  const of = { range, ...listFilters }
  const [rules, breakdown, alarms, paths] = await Promise.all([
    query(args, queryDropRules, of, cached),
    query(args, queryDropsBy, { rule: '', ...of }, cached),
    tryQuery(args, findAlarms, { nowMs: asOfMs, hidden }, cached),
    tryQuery(args, listMissingPaths, { range, service, release, hidden, limit: MAX_PATHS }, cached),
  ])
  const conditions = describeConditions(dropRules)
  return { nowMs, filters, rules, breakdown, alarms, paths, conditions, hasLab: lab.enabled }
}

export default function NoisePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, rules, breakdown, alarms, paths, conditions, hasLab } = loaderData
  const [params] = useSearchParams()
  const timeText = describeTimeRange(filters)
  const alarmCount = 'answer' in alarms ? countAlarms(alarms.answer) : undefined
  return (
    <>
      <title>Noise · Errata</title>
      <div className="page-head">
        <h1>Noise</h1>
        <p className="muted">{timeText}, vs previous period</p>
      </div>
      <section
        className={`notice ${alarmCount === 0 ? 'good' : alarmCount === undefined ? 'warn' : 'bad'}-notice`}
        aria-labelledby="total"
      >
        <h2 id="total">{describeTotal(rules)}</h2>
        <DeferredSection result={alarms} name="Drop rule alerts">
          {answer =>
            countAlarms(answer) === 0 ? (
              <p>
                No alerts: no rule stopped or drops far more than usual, and no page that worked before returns the 404
                page.
              </p>
            ) : (
              <ul className="alarms" aria-label="Drop rule alerts">
                <DropRuleAlarmItems alarms={answer} />
              </ul>
            )
          }
        </DeferredSection>
      </section>
      <RuleTable
        rules={rules}
        alarms={'answer' in alarms ? alarms.answer : undefined}
        conditions={conditions}
        nowMs={nowMs}
        caption={`Dropped by each drop rule, ${timeText}`}
      />
      <p className="muted small note">
        <OwnTrafficNotice params={params} /> Each record is counted once, at its timestamp;{' '}
        <ScopedLink to="/status">Pipeline</ScopedLink> counts records when they arrive.
        {hasLab && (
          <>
            {' '}
            To test a rule, use its button in the <ScopedLink to="/lab#noise">lab</ScopedLink>.
          </>
        )}
        {filters.environment !== '' && ' Missing pages are not recorded by environment.'}
      </p>
      <DropBreakdown breakdown={breakdown} className="section" />
      <DeferredSection result={paths} name="Missing pages">
        {answer => <MissingPaths paths={answer} nowMs={nowMs} />}
      </DeferredSection>
    </>
  )
}
