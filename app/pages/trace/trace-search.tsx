import { Form, Link } from 'react-router'
import type { SearchMistake } from '../../../search/search.ts'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'

interface TraceSearchProps {
  readonly view: TraceView
  /** Mistakes of the search that was run. */
  readonly mistakes: readonly SearchMistake[]
  /** How many spans match; `undefined` without a search. */
  readonly found: number | undefined
}

/** A search box for the spans of one trace; matching spans are marked. */
export function TraceSearch({ view, mistakes, found }: TraceSearchProps) {
  const { search = '' } = view
  return (
    <search className="figures">
      <Form method="get" className="button-row" key={search}>
        <HiddenParams params={new URLSearchParams(writeTraceView({ ...view, search: '' }))} />
        <input
          type="search"
          name={SEARCH_PARAM}
          defaultValue={search}
          maxLength={2000}
          placeholder="is:error db:postgresql"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-label="Search this trace"
          aria-invalid={mistakes.length > 0 || undefined}
        />
        <button type="submit">Search</button>
        <ScopedLink to="/search" className="small">
          Syntax
        </ScopedLink>
      </Form>
      {found === 0 && (
        <span role="status">
          No matching spans. <Link to={writeTraceView({ ...view, search: '' })}>Clear</Link>
        </span>
      )}
      {mistakes.length > 0 && <span role="alert">{mistakes.map(({ message }) => message).join(' ')}</span>}
    </search>
  )
}
