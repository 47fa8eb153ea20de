import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { GroupOrder } from '../../../../search/groups.ts'
import type { MeasuredNumbers, SpanGroup, SpanGroups } from '../../../../store/spans/group-spans.ts'
import { formatAmount, formatRatio, formatShare } from '../../../format/amount.ts'
import { formatApproximate, formatCount, pluralize } from '../../../format/count.ts'
import { formatDuration } from '../../../format/duration.ts'
import { type Change, compareP95, compareShares, percentilesOfSample } from '../../../insights/change.ts'
import { MIN_COUNT_FOR_P99 } from '../../../insights/thresholds.ts'
import { formatGroup, lacksKeys, splitKeys, splitValues } from '../../../parts/span-groups/group-values.ts'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { DeferredValue } from '../../../ui/feedback/deferred-value.tsx'
import { RelativeChange } from '../../../ui/numbers/trend.tsx'
import { ExcludeLink } from '../../../ui/search/exclude-link.tsx'
import { cutCommonStart } from '../../../ui/search/facet-values.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { changeParams } from '../../../url/filter-links.ts'
import { facetClause, toggleClause } from '../../../url/search-links.ts'
import { SEARCH_PARAM } from '../../../url/search-param.ts'
import { DURATION } from '../../../url/trace-filters.ts'
import type { GroupTrend, GroupTrends } from './trend-groups.server.ts'
import { useGroupColours } from './use-group-colours.ts'

type Earlier = Parameters<typeof DeferredValue<SpanGroups>>[0]['result']

interface GroupTableProps {
  readonly groups: SpanGroups
  /** The groups of the previous period; `undefined` if nothing is compared. */
  readonly earlier: Earlier
  /** Apart by commas. */
  readonly by: string
  /** {@link DURATION}, or the attribute whose numbers are shown in place of durations. */
  readonly measure: string
  readonly order: GroupOrder
  readonly search: string
  readonly trends: GroupTrends | Promise<GroupTrends>
}

/** The figures of numbers, in the order of the columns. */
const MEASURES: readonly (readonly [Exclude<keyof MeasuredNumbers, 'count'>, string, 'wide'?])[] = [
  ['average', 'Average'],
  ['least', 'Least', 'wide'],
  ['p50', 'p50', 'wide'],
  ['p95', 'p95'],
  ['p99', 'p99', 'wide'],
  ['most', 'Most', 'wide'],
  ['sum', 'Sum'],
]

const NO_LINE = <svg className="sparkline" aria-hidden="true" />

/** Spans grouped by keys; each row links to its spans. */
export function GroupTable({
  groups: { groups, total, oneIn },
  earlier,
  by,
  measure,
  order,
  search,
  trends,
}: GroupTableProps) {
  const [params] = useSearchParams()
  const keys = splitKeys(by)
  const key = keys.map(name => name.replace(/^@/, '')).join(', ')
  // Those without the attribute are often most, and never what is looked for.
  const [named, unnamed] = [groups.filter(of => !lacksKeys(of.value)), groups.filter(of => lacksKeys(of.value))]
  const names = named.map(({ value }) => formatGroup(value))
  const labels = keys.length === 1 ? cutCommonStart(names) : names
  const colours = useGroupColours(
    by,
    named.map(({ value }) => value),
  )
  const notDrawn = [
    ...(unnamed.length > 0 ? [`spans without ${key}`] : []),
    ...(named.length > colours.size ? [pluralize(named.length - colours.size, 'more group')] : []),
  ]
  const count = oneIn === 1 ? formatCount : formatApproximate
  // In its cell: a row that has the focus stays when the previous period has been counted.
  const change = (group: SpanGroup, tell: (before: SpanGroup, oneIn: number) => ReactNode) => (
    <DeferredValue result={earlier} fallback={false}>
      {before => {
        const same = before.groups.find(({ value }) => value === group.value)
        return same && tell(same, before.oneIn)
      }}
    </DeferredValue>
  )
  const errorChange = (group: SpanGroup) =>
    change(group, (before, oneInBefore) => (
      <ErrorChange now={group} before={before} oneIn={Math.max(oneIn, oneInBefore)} />
    ))
  const p95Change = (group: SpanGroup) =>
    change(group, (before, oneInBefore) => (
      <ClearChange change={compareP95(percentilesOfSample(group, oneIn), percentilesOfSample(before, oneInBefore))} />
    ))
  const searchOf = (group: SpanGroup) =>
    splitValues(group.value).reduce(
      (found, value, at) => toggleClause(found, facetClause(keys[at] ?? '', value, 'spans'), 'spans'),
      search,
    )
  const linkTo = (changes: Readonly<Record<string, string>>, text: ReactNode, className?: string) => (
    <Link to={changeParams(params, changes)} className={className}>
      {text}
    </Link>
  )
  const failedOf = (group: SpanGroup) => {
    const text = formatShare(group.failed, group.count)
    if (group.failed === 0) return text
    const failed = toggleClause(searchOf(group), 'is:error', 'spans')
    return linkTo({ show: 'spans', [SEARCH_PARAM]: failed }, text, lacksKeys(group.value) ? '' : 'bad')
  }
  const slowestOf = (group: SpanGroup, text: ReactNode) =>
    linkTo({ show: 'spans', sort: '-duration', [SEARCH_PARAM]: searchOf(group) }, text)
  const lineOf = (value: string, draw: (trend: GroupTrend) => ReactNode) => (
    <DeferredValue result={trends} fallback={NO_LINE}>
      {of => {
        const trend = of.get(value)
        return trend && draw(trend)
      }}
    </DeferredValue>
  )
  const sortedBy = (name: GroupOrder, label: string) => ({
    name: label,
    head: (
      <Link to={changeParams(params, { order: name === 'count' ? '' : name })} preventScrollReset>
        {label}
        {name === order && <span aria-hidden="true"> ↓</span>}
      </Link>
    ),
    sorted: name === order ? ('descending' as const) : undefined,
    isNumber: true,
    width: 'col-count',
  })
  const durations: readonly Column<SpanGroup>[] = [
    { ...sortedBy('p50', 'p50'), shown: 'wide', cell: ({ p50 }) => formatDuration(p50) },
    {
      ...sortedBy('p95', 'p95'),
      cell: group => (
        <>
          {slowestOf(group, formatDuration(group.p95))}
          <div className="narrow-only">{p95Change(group)}</div>
        </>
      ),
    },
    {
      name: 'p95 change',
      shown: 'wide',
      width: 'col-count',
      cell: group => (
        <>
          {lineOf(group.value, ({ p95Line }) => (
            <Sparkline model={p95Line} />
          ))}{' '}
          {p95Change(group)}
        </>
      ),
    },
    { ...sortedBy('p99', 'p99'), shown: 'wide', cell: group => slowestOf(group, formatP99(group)) },
    { ...sortedBy('time', 'Total time'), shown: 'wide', cell: ({ totalNs }) => formatDuration(totalNs) },
  ]
  const measures: readonly Column<SpanGroup>[] = [
    {
      name: 'With a number',
      isNumber: true,
      shown: 'wide',
      width: 'col-count',
      cell: of => count(of.measured?.count ?? 0),
    },
    ...MEASURES.map(([name, label, shown]) => ({
      ...sortedBy(name, label),
      ...(shown && { shown }),
      cell: ({ measured }: SpanGroup) => (measured === undefined ? '–' : formatAmount(measured[name])),
    })),
  ]
  const columns: readonly Column<SpanGroup>[] = [
    {
      name: 'Group',
      head: key,
      namesRow: true,
      cell: (group, index) => (
        <>
          <div className="lead">
            <Link
              to={changeParams(params, { show: 'spans', [SEARCH_PARAM]: searchOf(group) })}
              className={colours.has(group.value) ? `row-link key ${colours.get(group.value)}` : 'row-link'}
              data-row=""
              title={formatGroup(group.value)}
            >
              {labels[index] ?? <span className="muted">no {key}</span>}
            </Link>
          </div>
          {measure === DURATION && (
            <p className="under narrow-only">
              <span className="nowrap">total {formatDuration(group.totalNs)}</span>
              <span className="nowrap">p99 {formatP99(group)}</span>
            </p>
          )}
        </>
      ),
    },
    { ...sortedBy('count', 'Spans'), cell: group => count(group.count) },
    {
      ...sortedBy('failed', 'Error rate'),
      look: ({ failed, value }) => (failed > 0 && !lacksKeys(value) ? 'bad' : 'muted'),
      cell: group => (
        <>
          {failedOf(group)}
          <div className="narrow-only">{errorChange(group)}</div>
        </>
      ),
    },
    {
      name: 'Error rate change',
      shown: 'wide',
      width: 'col-count',
      cell: group => (
        <>
          {lineOf(group.value, ({ errorLine }) => group.failed > 0 && <Sparkline model={errorLine} bad />)}{' '}
          {errorChange(group)}
        </>
      ),
    },
    ...(measure === DURATION ? durations : measures),
    {
      name: 'Compare, exclude',
      head: <span className="visually-hidden">Compare, exclude</span>,
      shown: 'wide',
      look: 'number',
      cell: group => (
        <>
          {group.failed > 0 && linkTo({ show: 'compare', [SEARCH_PARAM]: searchOf(group) }, 'compare')}{' '}
          {keys.length === 1 && (
            <ExcludeLink
              subject="spans"
              text={search}
              params={params}
              title={by}
              name={by}
              value={group.value}
              label={group.value || 'none'}
            />
          )}
        </>
      ),
    },
  ]
  return (
    <div className="section panel scrolls">
      <DataTable
        className="groups fit"
        caption={`${measure === DURATION ? 'Spans' : measure} by ${keys.join(', ')}`}
        columns={columns}
        rows={[...named, ...unnamed]}
        keyOf={({ value }) => value}
        rowProps={({ value }) => ({ className: lacksKeys(value) ? 'muted' : undefined })}
      />
      {(earlier !== undefined || notDrawn.length > 0) && (
        <p className="padded muted small">
          {earlier !== undefined &&
            'Changes: how many times the value of the previous period of the same length; none where chance explains it. '}
          {notDrawn.length > 0 && `Not in the charts: ${notDrawn.join(', ')}.`}
        </p>
      )}
      {total > groups.length && (
        <p className="padded muted small">
          Showing {formatCount(groups.length)} of {formatCount(total)} values.
        </p>
      )}
      {oneIn > 1 && (
        <p className="padded muted small">Based on one trace in {formatCount(oneIn)}: counts are estimates.</p>
      )}
    </div>
  )
}

/** Beyond what durations of one kind of work spread: some of them wait for something else, such as a timeout. */
const LONG_TAIL = 50n

/** Marked where spans of a group fail and some last so much longer than most that its 95th percentile may hide what fails. */
function formatP99({ value, failed, count, p50, p99 }: SpanGroup): ReactNode {
  const text = formatDuration(p99)
  const hasLongTail = !lacksKeys(value) && failed > 0 && count >= MIN_COUNT_FOR_P99 && p99 > p50 * LONG_TAIL
  return hasLongTail ? (
    <span className="mark warn" title="Many times the p50, and some of them failed">
      {text}
      <span className="roomy-only">, {formatRatio(Number(p99), Number(p50))} p50</span>
    </span>
  ) : (
    text
  )
}

/** The change of an error rate. */
function ErrorChange({
  now,
  before,
  oneIn,
}: {
  readonly now: SpanGroup
  readonly before: SpanGroup
  readonly oneIn: number
}) {
  const change = compareShares(
    { part: now.failed, whole: now.count },
    { part: before.failed, whole: before.count },
    oneIn,
  )
  return <ClearChange change={change} />
}

/** A change as a ratio; nothing where chance explains it, so that what has changed stands out, and the columns stay narrow. */
function ClearChange({ change }: { readonly change: Change }) {
  return change.isClear === true && <RelativeChange change={change} worse="more" asRatio />
}
