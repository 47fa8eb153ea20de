import { Suspense } from 'react'
import { Form, Link } from 'react-router'
import type { KeyComparison, SpanComparison, ValueComparison } from '../../../store/spans/compare-spans.ts'
import { formatShare } from '../../format/amount.ts'
import { formatApproximate, formatCount } from '../../format/count.ts'
import { shortKey } from '../../format/short-key.ts'
import { Lift } from '../../ui/elements/lift.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { HiddenParams } from '../../ui/form/hidden-params.tsx'
import { cutCommonStart } from '../../ui/search/facet-values.ts'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, joinSearches, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { traceCodecs } from '../../url/trace-filters.ts'
import type { SpanSearchSummary } from './summarize-span-search.server.ts'

interface ComparisonProps {
  readonly of: SpanComparison
  readonly search: string
  readonly params: URLSearchParams
}

const { selection: selectionCodec } = traceCodecs

interface ComparisonHeadProps extends ComparisonProps {
  /** The strongest differences in words; '' for none. */
  readonly strongest: string
  /** The spans to compare with the others, as a search. */
  readonly selection: string
  readonly counts: QueryResult<SpanSearchSummary> | Promise<QueryResult<SpanSearchSummary>> | undefined
}

/** Which spans of a search are compared with its others, and what came of it in words. */
export function SpanComparisonHead({ of, strongest, selection, search, params, counts }: ComparisonHeadProps) {
  const { selected, others, oneIn, keys, failures } = of
  const format = oneIn === 1 ? formatCount : formatApproximate
  return (
    <>
      <SelectionForm selection={selection} params={params} counts={counts} />
      {strongest !== '' && (
        <p>
          <strong>{strongest}</strong>
        </p>
      )}
      <p className="pager">
        <span>
          Selected:{' '}
          <Link to={changeParams(params, { show: 'spans', [SEARCH_PARAM]: joinSearches(search, selection, 'spans') })}>
            {format(selected * oneIn)} spans
          </Link>
          , others: {format(others * oneIn)}. {oneIn > 1 && `Based on one trace in ${formatCount(oneIn)}. `}
          {selected === 0 || others === 0
            ? 'Nothing to compare: the selection must match some spans, but not all.'
            : keys.length === 0
              ? 'No attribute differs significantly.'
              : `${failures.length > 0 ? 'How they failed, each to be compared alone, then the' : 'The'} attributes that differ most; grey rows differ by no more than chance.`}
        </span>
      </p>
    </>
  )
}

/**
 * The attributes in which some spans of a search differ from the others. Each value can be added to the search; one that only the selection has,
 * as how its spans failed, to the selection.
 */
export function SpanComparisonTables({
  of: { keys, failures },
  selection,
  search,
  params,
}: ComparisonProps & Pick<ComparisonHeadProps, 'selection'>) {
  const searching = { param: SEARCH_PARAM, text: search }
  const selecting = { param: selectionCodec.param, text: selection }
  return (
    <div className="comparison">
      {[...failures.map(of => ({ of, adds: selecting })), ...keys.map(of => ({ of, adds: searching }))].map(one => (
        // Each its own boundary: a key that is pressed in one waits for the hydration of this one alone.
        <Suspense key={one.of.key}>
          <KeyTable {...one} params={params} />
        </Suspense>
      ))}
    </div>
  )
}

function SelectionForm({ selection, params, counts }: Pick<ComparisonHeadProps, 'selection' | 'params' | 'counts'>) {
  const kept = new URLSearchParams(changeParams(params, { [selectionCodec.param]: '' }))
  return (
    <Form method="get" className="button-row" key={selection}>
      <HiddenParams params={kept} />
      <label className="button-row">
        Compare spans that match
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
      <DeferredValue of={counts}>
        {({ slowest }) =>
          slowest !== undefined && (
            <Link to={changeParams(params, { [selectionCodec.param]: `duration:>=${slowest}` })}>
              Slowest ({slowest.replace(/[a-zµ]/, ' $&')})
            </Link>
          )
        }
      </DeferredValue>
    </Form>
  )
}

interface KeyTableProps extends Pick<ComparisonProps, 'params'> {
  readonly of: KeyComparison
  /** The parameter and text to which a value is added. */
  readonly adds: { readonly param: string; readonly text: string }
}

function KeyTable({ of: { key, also, values }, adds: { param, text }, params }: KeyTableProps) {
  const labels = cutCommonStart(values.map(({ value }) => value))
  const most = Math.max(...values.map(({ selected, others }) => Math.max(selected, others)))
  const to = (value: string) => ({ [param]: toggleClause(text, facetClause(key, value, 'spans'), 'spans') })
  return (
    <section className="panel">
      <table className="list">
        <thead>
          <tr>
            <th scope="col" title={key}>
              {shortKey(key)}
            </th>
            <th scope="col" className="number col-share">
              Selected
            </th>
            <th scope="col" className="number col-share">
              Others
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map((of, index) => (
            <tr key={of.value} className={of.score === 0 ? 'muted' : undefined}>
              <th scope="row" title={of.value}>
                <div className="lead">
                  <Link to={changeParams(params, to(of.value))} className="row-link" data-row="" preventScrollReset>
                    {labels[index] || 'none'}
                  </Link>
                  {of.value !== '' && <Lift {...of} />}
                </div>
                {key === 'release' && of.value !== '' && <p className="under">{of.ofService || 'several services'}</p>}
                <Bars of={of} most={most} />
              </th>
              <td className="number">{formatShare(of.selected, 1)}</td>
              <td className="number muted">{formatShare(of.others, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {also.length > 0 && <p className="padded muted small break">Also {also.map(shortKey).join(', ')}</p>}
    </section>
  )
}

/** Both shares, to the scale of the greatest of their attribute. */
function Bars({ of: { selected, others }, most }: { readonly of: ValueComparison; readonly most: number }) {
  return (
    <>
      <svg className="length accent" aria-hidden="true">
        <rect width={`${(100 * selected) / most}%`} height="100%" />
      </svg>
      <svg className="length" aria-hidden="true">
        <rect width={`${(100 * others) / most}%`} height="100%" />
      </svg>
    </>
  )
}
