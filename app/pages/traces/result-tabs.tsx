import { Form, Link } from 'react-router'
import { listSearchKeys } from '../../../search/search-keys.ts'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { CopyAs } from '../../ui/copy/copy-as.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { type QuickFilter, QuickFilters } from '../../ui/filters/quick-filters.tsx'
import { changeParams, samePage } from '../../url/filter-links.ts'
import type { TraceFilters } from '../../url/trace-filters.ts'
import type { SpanSearchSummary } from './summarize-span-search.server.ts'

interface ResultTabsProps {
  readonly show: TraceFilters['show']
  readonly by: string
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

/** Tabs for traces, spans and groups; the last with its key. */
export function ResultTabs({ show, by, keys, params, counts }: ResultTabsProps) {
  const kept = new URLSearchParams(changeParams(params, { by: '' }))
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
            <span>Group by</span> <input type="text" name="by" defaultValue={by} list="group-keys" spellCheck={false} />
          </label>
          <datalist id="group-keys">
            {listSearchKeys('spans')
              .filter(({ name }) => !name.startsWith('trace.') && !['span', 'trace', 'parent'].includes(name))
              .map(({ name }) => (
                <option key={name} value={name} />
              ))}
            <DeferredValue result={counts}>
              {({ values }) =>
                Object.keys(values)
                  .filter(name => name.startsWith('@'))
                  .map(name => <option key={name} value={name} />)
              }
            </DeferredValue>
          </datalist>
          <button type="submit">Group</button>
        </Form>
      )}
      <QuickFilters label="Group by" filters={keys} />
      {counts !== undefined && show !== 'compare' && (
        <span className="wide-only">
          <CopyAs form="SQL" path={`/traces/sql${changeParams(params, samePage(params))}`} />
        </span>
      )}
    </div>
  )
}
