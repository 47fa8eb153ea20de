import { Link } from 'react-router'
import { changeParams } from '../../url/filter-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ScopedLink } from '../links/scoped-link.tsx'

/** In place of a list: a search with mistakes does not run. */
export function InvalidSearch({ params }: { readonly params: URLSearchParams }) {
  return (
    <EmptyState title="Invalid search">
      <p>
        Correct the marked part, <Link to={changeParams(params, { [SEARCH_PARAM]: '' })}>clear the search</Link>, or
        look up its key in the <ScopedLink to="/search">syntax</ScopedLink>.
      </p>
    </EmptyState>
  )
}
