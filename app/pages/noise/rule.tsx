import { data } from 'react-router'
import { DROP_LOOKBACK_DAYS } from '../../../store/noise/drop-rules.ts'
import { listDropSamples } from '../../../store/noise/list-drop-samples.ts'
import { listMissingPaths } from '../../../store/noise/list-missing-paths.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { rangeEndingAt } from '../../../store/units.ts'
import { cached, query, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { settingsContext } from '../../data/settings.ts'
import { formatShare } from '../../format/amount.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDropRulePageTitle } from '../../format/drop-rule.ts'
import { compareCounts } from '../../insights/change.ts'
import { DropRuleAlarms } from '../../parts/drop-alarms/alarms.tsx'
import { findAlarms } from '../../parts/drop-alarms/find-alarms.ts'
import { dropCountsRange } from '../../parts/drop-counts/drop-counts-range.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/rule.ts'
import { DropBreakdown } from './breakdown.tsx'
import { DropRuleConditions } from './conditions.tsx'
import { countFailures, type SampledFailures } from './count-failures.ts'
import { countUserAgents } from './describe-user-agent.ts'
import { groupSamples } from './group-samples.ts'
import { MissingPaths } from './missing-paths.tsx'
import { previewDropRule } from './preview-rule.server.ts'
import { queryDropChart, queryDropRules, queryDropsBy } from './query-drop-counts.server.ts'
import { DropSamples } from './samples.tsx'

const MAX_GROUPS = 20
const MAX_SAMPLES = 500
const MAX_PATHS = 100

/** Answers 400 without a query if the scope is invalid, 404 for an unknown rule; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, filters, range: asked, listFilters } = readPage(args, readScope)
  const rule = decodePathSegment(args.params.rule)
  const { retentionDays } = args.context.get(settingsContext)
  const range = dropCountsRange(asked, { nowMs: asOfMs, keptDays: retentionDays.digests })
  const { service, release, hidden } = listFilters
  const asIs = { range, ...listFilters }
  const of = { rule, ...asIs }
  const [rules, chart, breakdown, all, alarms, paths, preview] = await Promise.all([
    query(args, queryDropRules, asIs, cached),
    query(args, queryDropChart, of, cached),
    query(args, queryDropsBy, of, cached),
    query(args, listDropSamples, { rule, hidden, range: rangeEndingAt(nowMs, DAY_MS), limit: MAX_SAMPLES }),
    tryQuery(args, findAlarms, { nowMs: asOfMs, hidden }, cached),
    rule === 'not-found'
      ? tryQuery(args, listMissingPaths, { range, service, release, hidden, limit: MAX_PATHS }, cached)
      : undefined,
    previewDropRule(args, { rule, range, nowMs }),
  ])
  const summary = rules.find(one => one.rule === rule)
  if (summary === undefined) throw notFound(`Unknown drop rule: ${rule}.`)
  const groups = groupSamples(all)
  const samples = {
    groups: groups.slice(0, MAX_GROUPS),
    total: { samples: all.length, groups: groups.length },
    agents: countUserAgents(all),
  }
  const failures = countFailures(all)
  const dropCounts = { summary, chart, breakdown, samples, failures, alarms, paths, preview }
  const isRefused = 'filterErrors' in preview && preview.filterErrors.length > 0
  return data({ nowMs, rule, filters, ...dropCounts }, { status: isRefused ? 400 : 200 })
}

export default function RulePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, rule, filters, ...dropCounts } = loaderData
  const timeText = describeTimeRange(filters)
  const { summary, chart, breakdown, samples, failures, alarms, paths, preview } = dropCounts
  const lastMatch =
    summary.lastNs === undefined ? (
      `No match in ${DROP_LOOKBACK_DAYS} days.`
    ) : (
      <>
        Last match <RelativeTime atNs={summary.lastNs} nowMs={nowMs} />.
      </>
    )
  return (
    <>
      <title>{`${formatDropRulePageTitle(rule)} · Noise · Errata`}</title>
      <div className="page-head">
        <h1>{formatDropRulePageTitle(rule)}</h1>
        <p className="muted">
          <code>filter/{rule}</code>, {timeText}
        </p>
      </div>
      <DeferredSection result={alarms} name="Alerts">
        {answer => <DropRuleAlarms alarms={answer} rule={rule} />}
      </DeferredSection>
      {failures.spans > 0 && <FailuresNotice failures={failures} />}
      <div className="side-by-side">
        {/* As high as the chart, not as the conditions. */}
        <div>
          <div className="panel padded">
            {summary.removed === 0 ? (
              <p>
                Nothing dropped, {timeText}. {lastMatch}
              </p>
            ) : (
              <TimeSeries
                title="Dropped"
                caption={
                  <>
                    {describeDrops(summary)}, {formatShare(summary.spans + summary.logs, summary.all)} of all records,{' '}
                    <RelativeChange change={compareCounts({ now: summary.removed, before: summary.before })} />.{' '}
                    {lastMatch}
                  </>
                }
                chart={chart}
              />
            )}
          </div>
        </div>
        <div>
          <DropRuleConditions rule={rule} preview={preview} timeText={timeText} />
          <DropBreakdown breakdown={breakdown} browsers={samples.agents} className="section" />
        </div>
      </div>
      {paths !== undefined && (
        <DeferredSection result={paths} name="Missing pages">
          {answer => <MissingPaths paths={answer} nowMs={nowMs} />}
        </DeferredSection>
      )}
      <DropSamples {...samples} isFolded={paths !== undefined} nowMs={nowMs} />
    </>
  )
}

/** Says if the rule would have hidden a failure. */
function FailuresNotice({ failures: { spans, failed } }: { readonly failures: SampledFailures }) {
  return failed === 0 ? (
    <p className="notice good-notice">
      {spans === 1 ? 'The sampled span did not fail' : `None of the ${formatCount(spans)} sampled spans failed`}: no
      status 5xx, no exception.
    </p>
  ) : (
    <p className="notice bad-notice">
      {failed} of {pluralize(spans, 'sampled span')} failed (status 5xx or an exception): this rule hides failures.
    </p>
  )
}

/** `21 spans` or `3 spans and 1 log record`. */
function describeDrops({
  spans,
  events,
  logs,
}: {
  readonly spans: number
  readonly events: number
  readonly logs: number
}) {
  const kinds = [
    ...(spans > 0 ? [pluralize(spans, 'span')] : []),
    ...(events > 0 ? [pluralize(events, 'span event')] : []),
    ...(logs > 0 ? [pluralize(logs, 'log record')] : []),
  ]
  return kinds.join(' and ')
}
