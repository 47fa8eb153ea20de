import { Fragment, Suspense } from 'react'
import { Form, Link } from 'react-router'
import type { KeyComparison, SpanComparison, ValueComparison } from '../../../store/spans/compare-spans.ts'
import { formatShare } from '../../format/amount.ts'
import { formatApproximate, formatCount, pluralize } from '../../format/count.ts'
import { shortKey } from '../../insights/short-key.ts'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { cutCommonStart } from '../../ui/search/facet-values.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, joinSearches, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { traceCodecs } from '../../url/trace-filters.ts'
import { Lift } from './compare/lift.tsx'
import type { listReasons } from './compare/list-reasons.ts'
import { describeSlowest } from './describe-slowest.ts'
import type { SpanSearchSummary } from './summarize-span-search.server.ts'

interface ComparisonProps {
  readonly comparison: SpanComparison
  readonly search: string
  readonly params: URLSearchParams
}

const { selection: selectionCodec } = traceCodecs

interface ComparisonHeadProps extends ComparisonProps {
  /** The strongest differences in words; '' for none. */
  readonly strongest: string
  /** Why the selection failed if for several reasons, each with the selection of it alone. */
  readonly reasons: ReturnType<typeof listReasons>
  /** The spans to compare with the others, as a search. */
  readonly selection: string
  readonly counts: QueryResult<SpanSearchSummary> | Promise<QueryResult<SpanSearchSummary>> | undefined
}

/** Which spans of a search are compared with its others, and what came of it in words. */
export function SpanComparisonHead({
  comparison,
  strongest,
  reasons,
  selection,
  search,
  params,
  counts,
}: ComparisonHeadProps) {
  const { selected, others, oneIn, keys } = comparison
  const format = oneIn === 1 ? formatCount : formatApproximate
  return (
    <div className="figures">
      <SelectionForm selection={selection} params={params} counts={counts} />
      {reasons.length > 0 && (
        <p className="break">
          <strong>Failed in several ways</strong>, some because a call within them failed. Compare one:{' '}
          {reasons.map(({ text, selection }, at) => (
            <Fragment key={text}>
              {at > 0 && ', '}
              {selection === undefined ? (
                text
              ) : (
                <Link to={changeParams(params, { [selectionCodec.param]: selection })}>{text}</Link>
              )}
            </Fragment>
          ))}
        </p>
      )}
      {strongest !== '' && (
        <p>
          <strong>{strongest}</strong>
        </p>
      )}
      <p className="muted small">
        Selected:{' '}
        <Link to={changeParams(params, { show: 'spans', [SEARCH_PARAM]: joinSearches(search, selection, 'spans') })}>
          {format(selected * oneIn)} spans
        </Link>
        , others: {format(others * oneIn)}. {oneIn > 1 && `Based on one trace in ${formatCount(oneIn)}. `}
        {selected === 0 || others === 0
          ? 'Nothing to compare: the selection must match some spans, but not all.'
          : keys.length === 0
            ? 'No attribute differs significantly.'
            : 'First are attributes with values that are much more frequent in the selection. Grey rows may differ by chance.'}
      </p>
    </div>
  )
}

/**
 * The attributes in which some spans of a search differ from the others. Each value can be added to the search; one that only the selection has,
 * as how its spans failed, to the selection.
 */
export function SpanComparisonTables({
  comparison: { keys, failures },
  selection,
  search,
  params,
}: ComparisonProps & Pick<ComparisonHeadProps, 'selection'>) {
  const searching = { param: SEARCH_PARAM, text: search }
  const selecting = { param: selectionCodec.param, text: selection }
  // The reasons of failures only say again what was selected.
  const tables = [
    ...keys.map(compared => ({ compared, adds: searching })),
    ...failures.map(compared => ({ compared, adds: selecting })),
  ]
  return (
    <>
      <KeyTables tables={tables.slice(0, MAX_TABLES)} params={params} />
      <Suspense>
        <MoreTables tables={tables.slice(MAX_TABLES)} params={params} />
      </Suspense>
    </>
  )
}

/** Others are shown on request, because they tell less. */
const MAX_TABLES = 6

interface KeyTablesProps extends Pick<ComparisonProps, 'params'> {
  readonly tables: readonly Omit<KeyTableProps, 'params'>[]
}

function KeyTables({ tables, params }: KeyTablesProps) {
  return (
    <div className="side-by-side comparison">
      {tables.map(one => (
        // Each its own boundary: a key that is pressed in one waits for the hydration of this one alone.
        <Suspense key={one.compared.key}>
          <KeyTable {...one} params={params} />
        </Suspense>
      ))}
    </div>
  )
}

function MoreTables({ tables, params }: KeyTablesProps) {
  if (tables.length === 0) return null
  return (
    <details className="section">
      <summary>{pluralize(tables.length, 'more attribute')}</summary>
      <KeyTables tables={tables} params={params} />
    </details>
  )
}

function SelectionForm({ selection, params, counts }: Pick<ComparisonHeadProps, 'selection' | 'params' | 'counts'>) {
  const kept = new URLSearchParams(changeParams(params, { [selectionCodec.param]: '' }))
  return (
    <Form method="get" className="button-row" key={selection}>
      <HiddenParams params={kept} />
      <label className="button-row">
        Selected
        <input
          type="text"
          name={selectionCodec.param}
          defaultValue={selection}
          maxLength={2000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <button type="submit">Compare</button>
      <Link to={changeParams(params, { [selectionCodec.param]: '' })}>Failed</Link>
      <DeferredValue result={counts}>
        {({ durations }) =>
          durations?.slowest && (
            <Link
              to={changeParams(params, {
                [selectionCodec.param]: `duration:>=${traceCodecs.minDurationNs.format(durations.slowest.leastNs)}`,
              })}
            >
              {describeSlowest(durations.slowest)}
            </Link>
          )
        }
      </DeferredValue>
    </Form>
  )
}

interface KeyTableProps extends Pick<ComparisonProps, 'params'> {
  readonly compared: KeyComparison
  /** The parameter and text to which a value is added. */
  readonly adds: { readonly param: string; readonly text: string }
}

/** Rows beyond are shown on request: the values that tell most come first. */
const MAX_ROWS = 4

function KeyTable({ compared: { key, also, values }, adds, params }: KeyTableProps) {
  const labels = cutCommonStart(values.map(({ value }) => value))
  const to = (value: string) => toggleClause(adds.text, facetClause(key, value, 'spans'), 'spans')
  const columns: readonly Column<ValueComparison>[] = [
    {
      name: 'Value',
      namesRow: true,
      title: ({ value }) => value,
      cell: row => (
        <>
          <div className="lead">
            <Link
              to={changeParams(params, { [adds.param]: to(row.value) })}
              className="row-link"
              data-row=""
              preventScrollReset
            >
              {labels[values.indexOf(row)] || `no ${shortKey(key)}`}
            </Link>
            <Lift {...row} />
          </div>
          {key === 'release' && row.value !== '' && <p className="under">{row.ofService || 'several services'}</p>}
          <Bars shares={row} />
        </>
      ),
    },
    { name: 'Selected', isNumber: true, width: 'col-share', cell: ({ selected }) => formatShare(selected, 1) },
    { name: 'Others', isNumber: true, width: 'col-share', look: 'muted', cell: ({ others }) => formatShare(others, 1) },
  ]
  const table = {
    columns,
    keyOf: ({ value }: ValueComparison) => value,
    rowProps: ({ score }: ValueComparison) => ({ className: score === 0 ? 'muted' : undefined }),
  }
  const [shown, rest] =
    values.length > MAX_ROWS + 1 ? [values.slice(0, MAX_ROWS), values.slice(MAX_ROWS)] : [values, []]
  return (
    <section className="panel" aria-label={shortKey(key)}>
      <div className="padded">
        <h2 title={key}>{shortKey(key)}</h2>
      </div>
      <DataTable {...table} rows={shown} />
      {rest.length > 0 && (
        <details className="muted small">
          <summary className="padded">{rest.length} more</summary>
          <DataTable {...table} rows={rest} isContinued />
        </details>
      )}
      {also.length > 0 && (
        <p className="padded muted small break">Same difference in {also.map(shortKey).join(', ')}</p>
      )}
    </section>
  )
}

/** Both shares; a whole bar is all spans. */
function Bars({ shares: { selected, others } }: { readonly shares: ValueComparison }) {
  return (
    <>
      <svg className="length accent" aria-hidden="true">
        <rect width={`${100 * selected}%`} height="100%" />
      </svg>
      <svg className="length" aria-hidden="true">
        <rect width={`${100 * others}%`} height="100%" />
      </svg>
    </>
  )
}
