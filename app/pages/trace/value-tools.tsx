import { Link } from 'react-router'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { facetClause, joinSearches } from '../../url/search-links.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'

/** Longer values are no filters that anybody would read, and may be cut. */
const MAX_FILTER_CHARS = 300

interface ValueToolsProps {
  readonly name: string
  readonly value: string
  readonly view: TraceView
}

/** Tools for the value of an attribute: they leave only spans with it in this trace, find it in all traces, and copy it. */
export function ValueTools({ name, value, view }: ValueToolsProps) {
  const clause = facetClause(`@${name}`, value, 'spans')
  const search = joinSearches(view.search ?? '', clause, 'spans')
  const canFilter = value !== '' && value.length <= MAX_FILTER_CHARS
  return (
    <span className="value-tools">
      {canFilter && (
        <>
          <Link
            to={writeTraceView({ ...view, search, isOnlyMatches: true, tab: undefined, rowsPage: undefined })}
            aria-label={`Filter by ${name}`}
            title="Only spans of this trace with this value"
          >
            Filter
          </Link>
          <ScopedLink
            to={tracesPath({ show: 'spans', search: clause })}
            aria-label={`Find ${name}`}
            title="Spans of all traces with this value"
          >
            Find
          </ScopedLink>
        </>
      )}
      <CopyButton value={value} what={name} />
    </span>
  )
}
