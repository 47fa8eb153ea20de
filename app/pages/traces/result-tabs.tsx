import { Form, Link } from 'react-router'
import { listSearchKeys } from '../../../search/search-keys.ts'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { CopyAs } from '../../ui/copy/copy-as.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { type QuickFilter, QuickFilters } from '../../ui/filters/quick-filters.tsx'
import { changeParams, samePage } from '../../url/filter-links.ts'
import { DURATION, type TraceFilters } from '../../url/trace-filters.ts'
import type { SpanSearchSummary } from './summarize-span-search.server.ts'

interface ResultTabsProps {
  readonly show: TraceFilters['show']
  /** Apart by commas. */
  readonly by: string
  readonly measure: string
  /** By which spans are grouped most. */
  readonly keys: readonly QuickFilter[] | undefined
  readonly params: URLSearchParams
  readonly counts: QueryResult<SpanSearchSummary> | Promise<QueryResult<SpanSearchSummary>> | undefined
}

const TABS = [
  ['traces', 'Traces'],
  ['spans', 'Spans'],
  ['groups', 'Groups'],
  ['compare', 'Compare'],
] as const

/** Compare selects the failed spans by itself, from all: of a list of failed ones there are no others. */
const UNFILTERED = { failed: '', itsfailed: '' }

/** Tabs for traces, spans and groups; the last with its keys and what is measured. */
export function ResultTabs({ show, by, measure, keys, params, counts }: ResultTabsProps) {
  const kept = new URLSearchParams(changeParams(params, { by: '', measure: '', order: '' }))
  return (
    <div className="button-row result-tabs">
      <nav aria-label="Results" className="button-row">
        {TABS.map(([name, label]) => (
          <Link
            key={name}
            to={changeParams(params, {
              show: name === 'traces' ? '' : name,
              issue: '',
              ...(name === 'compare' ? UNFILTERED : {}),
            })}
            aria-current={name === show ? 'page' : undefined}
            className="button"
          >
            {label}
          </Link>
        ))}
      </nav>
      {show === 'groups' && (
        <Form method="get" className="button-row" key={params.toString()}>
          <HiddenParams params={kept} />
          <label>
            <span>Group by</span>{' '}
            <input
              type="text"
              name="by"
              defaultValue={by}
              list="group-keys"
              spellCheck={false}
              title="Up to four keys, apart by commas"
            />
          </label>
          <label>
            <span>Measure</span>{' '}
            <input
              type="text"
              name="measure"
              defaultValue={measure}
              list="group-measures"
              spellCheck={false}
              title="Duration, or an attribute with numbers"
            />
          </label>
          <datalist id="group-measures">
            <option value={DURATION} />
            <AttributeOptions counts={counts} />
          </datalist>
          <datalist id="group-keys">
            {listSearchKeys('spans')
              .filter(({ name }) => !name.startsWith('trace.') && !['span', 'trace', 'parent'].includes(name))
              .map(({ name }) => (
                <option key={name} value={name} />
              ))}
            <AttributeOptions counts={counts} />
          </datalist>
          <button type="submit">Group</button>
        </Form>
      )}
      <QuickFilters label="Group by" filters={keys} />
      {counts !== undefined && show !== 'compare' && (
        <span className="wide-only">
          <CopyAs form="SQL" path={`/traces/sql${changeParams(params, samePage(params))}`} />{' '}
          <CopyAs form="curl" path={`/curl/traces${changeParams(params, {})}`} />
        </span>
      )}
    </div>
  )
}

/** The attributes that the spans have most. */
function AttributeOptions({ counts }: Pick<ResultTabsProps, 'counts'>) {
  return (
    <DeferredValue result={counts}>
      {({ values }) =>
        Object.keys(values)
          .filter(name => name.startsWith('@'))
          .map(name => <option key={name} value={name} />)
      }
    </DeferredValue>
  )
}
