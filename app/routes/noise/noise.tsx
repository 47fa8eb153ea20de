import { data, useSearchParams } from 'react-router'
import { findAlarms } from '../../../store/noise/find-alarms.ts'
import { listMissingPaths } from '../../../store/noise/list-missing-paths.ts'
import { formatAmount } from '../../format/amount.ts'
import { cached, query, tryQuery } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { excludedServices, readScope } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import type { Route } from './+types/noise.ts'
import { DropRuleAlarms } from './alarms.tsx'
import { DropBreakdown } from './breakdown.tsx'
import { MissingPaths } from './missing-paths.tsx'
import { dropCountsRange, queryDropRules, queryDropsBy } from './query-drop-counts.server.ts'
import { RuleTable } from './rule-table.tsx'

const MAX_PATHS = 25

/** Answers 400 without a query if the scope is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range: asked } = readScope(args.url.searchParams, nowMs)
  if (filterErrors.length > 0) return data({ nowMs, filters, filterErrors, dropCounts: undefined }, { status: 400 })
  const { ownServices, retentionDays } = args.context.get(settingsContext)
  const hidden = excludedServices(filters, ownServices)
  const range = dropCountsRange(asked, { nowMs: floorToInterval(nowMs), keptDays: retentionDays.digests })
  const { service, release, environment } = filters
  const of = { range, service, release, environment, hidden }
  const [rules, breakdown, alarms, paths] = await Promise.all([
    query(args, queryDropRules, of, cached),
    query(args, queryDropsBy, { rule: '', ...of }, cached),
    tryQuery(args, findAlarms, { nowMs: floorToInterval(nowMs), hidden }, cached),
    tryQuery(args, listMissingPaths, { range, service, release, hidden, limit: MAX_PATHS }, cached),
  ])
  return { nowMs, filters, filterErrors, dropCounts: { rules, breakdown, alarms, paths } }
}

export default function NoisePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, dropCounts } = loaderData
  const [params] = useSearchParams()
  const timeText = describeTimeRange(filters)
  const head = (
    <>
      <title>Noise · Errata</title>
      <div className="page-head">
        <h1>Noise</h1>
        <p className="muted">
          {dropCounts &&
            `${formatAmount(dropCounts.rules.reduce((sum, { removed }) => sum + removed, 0))} spans, span events and log records removed by drop rules, ${timeText}, vs previous period`}
        </p>
      </div>
    </>
  )
  if (dropCounts === undefined) {
    return (
      <>
        {head}
        <InvalidFilters filterErrors={filterErrors} />
      </>
    )
  }
  const { rules, breakdown, alarms, paths } = dropCounts
  return (
    <>
      {head}
      <DeferredSection of={alarms} name="Drop rule alerts">
        {/* Those of rules are in their rows. */}
        {answer => <DropRuleAlarms alarms={{ ...answer, rules: [] }} />}
      </DeferredSection>
      <RuleTable
        rules={rules}
        alarms={'answer' in alarms ? alarms.answer : undefined}
        nowMs={nowMs}
        caption={`Dropped by each drop rule, ${timeText}`}
      />
      <p className="muted small note">
        <OwnTrafficNotice params={params} /> Counted by the times of the records, each once;{' '}
        <ScopedLink to="/status">Pipeline</ScopedLink> counts by time received. Shares include Errata’s own telemetry.
        {filters.environment !== '' && ' Missing pages are not recorded by environment.'}
        {(filters.service !== '' || filters.release !== '' || filters.environment !== '') &&
          ' Shares are shown only for all services, releases and environments.'}
      </p>
      <DropBreakdown of={breakdown} className="section" />
      <DeferredSection of={paths} name="Missing pages">
        {answer => <MissingPaths paths={answer} nowMs={nowMs} />}
      </DeferredSection>
    </>
  )
}
