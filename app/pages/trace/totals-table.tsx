import { useMemo } from 'react'
import { Link } from 'react-router'
import { compare } from '../../../trace/compare.ts'
import type { SelfTimes } from '../../../trace/self-times.ts'
import { type Totals, totalSpans } from '../../../trace/totals.ts'
import { operationKey, type TraceTree } from '../../../trace/trace-tree.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { facetClause } from '../../url/search-links.ts'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'

const DEFAULT_SORT = '-all'
/** More operations are not read by anybody; they are the least by the order of the table. */
const MAX_ROWS = 200

interface TotalsTableProps {
  readonly tree: TraceTree
  readonly selfTimes: SelfTimes
  readonly view: TraceView
  /** The address at which a span is open. */
  readonly addressOf: (span: number) => string
}

/** What the spans of each operation, and of each service, add up to. */
export function TotalsTable({ tree, selfTimes, view, addressOf }: TotalsTableProps) {
  const { sort = DEFAULT_SORT } = view
  const [operations, services] = useMemo(
    () => (['operation', 'service'] as const).map(by => sortTotals(totalSpans(tree, selfTimes, by), sort)),
    [tree, selfTimes, sort],
  )
  const sorting = { sort, none: DEFAULT_SORT }
  return (
    <>
      <DataTable
        caption="What the spans of each operation add up to"
        columns={[nameColumn(view), serviceColumn(false), ...numberColumns(addressOf)]}
        rows={operations?.slice(0, MAX_ROWS) ?? []}
        keyOf={operationKey}
        sorting={sorting}
      />
      {operations !== undefined && operations.length > MAX_ROWS && (
        <p className="muted small">{formatCount(operations.length - MAX_ROWS)} more operations are not listed.</p>
      )}
      <h2>By service</h2>
      <DataTable
        caption="What the spans of each service add up to"
        columns={[serviceColumn(true), ...numberColumns(addressOf)]}
        rows={services ?? []}
        keyOf={({ service }) => service}
        sorting={sorting}
      />
      <p className="small muted">
        Self time: without the time in which a child of the same service runs. Over all: without that of any child. Both
        of times as sent.
      </p>
    </>
  )
}

/** Leads to the spans of the operation, marked in the waterfall. */
const nameColumn = (view: TraceView): Column<Totals> => ({
  name: 'Operation',
  namesRow: true,
  sort: { by: 'name' },
  cell: ({ name, service }) => (
    <Link
      to={writeTraceView({
        ...view,
        tab: undefined,
        sort: undefined,
        search: `${facetClause('name', name, 'spans')} ${facetClause('service', service, 'spans')}`,
      })}
    >
      {name === '' ? 'other operations' : clipLine(spanName(name), 120)}
    </Link>
  ),
})

const serviceColumn = (namesRow: boolean): Column<Totals> => ({
  name: 'Service',
  namesRow,
  sort: { by: 'service' },
  cell: ({ service }) => <ServiceName name={service} />,
})

const numberColumns = (addressOf: TotalsTableProps['addressOf']): Column<Totals>[] => [
  { name: 'Spans', isNumber: true, sort: FALLING('count'), cell: ({ count }) => formatCount(count) },
  {
    name: 'Failed',
    isNumber: true,
    sort: FALLING('failed'),
    cell: ({ failed }) => failed > 0 && <span className="bad">{formatCount(failed)}</span>,
  },
  { name: 'Sum', isNumber: true, sort: FALLING('sum'), cell: ({ sum }) => formatNs(sum) },
  { name: 'Self time', isNumber: true, sort: FALLING('self'), cell: ({ self }) => formatNs(self) },
  { name: 'Over all', isNumber: true, sort: FALLING('all'), cell: ({ selfOverAll }) => formatNs(selfOverAll) },
  { name: 'p95', isNumber: true, sort: FALLING('p95'), cell: ({ p95 }) => formatNs(p95) },
  {
    name: 'Longest',
    isNumber: true,
    sort: FALLING('longest'),
    cell: ({ longest, max }) => <Link to={addressOf(longest)}>{formatNs(max)}</Link>,
  },
]

const FALLING = (by: string) => ({ by, first: 'falling' as const })

const VALUES: Readonly<Record<string, (of: Totals) => number | string>> = {
  name: ({ name }) => name,
  service: ({ service }) => service,
  count: ({ count }) => count,
  failed: ({ failed }) => failed,
  sum: ({ sum }) => sum,
  self: ({ self }) => self,
  all: ({ selfOverAll }) => selfOverAll,
  p95: ({ p95 }) => p95,
  longest: ({ max }) => max,
}

/** Rows with the same value stay as they are. */
export function sortTotals(totals: readonly Totals[], sort: string): readonly Totals[] {
  const value = VALUES[sort.replace(/^-/, '')]
  if (value === undefined) return totals
  const sign = sort.startsWith('-') ? -1 : 1
  return totals.toSorted((a, b) => sign * compare(value(a), value(b)))
}
