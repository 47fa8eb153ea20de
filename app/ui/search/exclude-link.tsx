import { Link } from 'react-router'
import type { SearchSubject } from '../../../search/search.ts'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'

interface ExcludeLinkProps {
  readonly subject: SearchSubject
  /** The search. */
  readonly text: string
  readonly params: URLSearchParams
  /** Title of the facet, and what it calls the value. */
  readonly title: string
  readonly label: string
  /** The facet and its value, as for `facetClause`. */
  readonly name: string
  readonly value: string
  /** @default what excludes the value of the facet */
  readonly clause?: string
}

/** Excludes a value of a facet from the search, or no longer. */
export function ExcludeLink({ subject, text, params, title, label, name, value, clause }: ExcludeLinkProps) {
  const excluded = clause ?? facetClause(name, value, subject, true)
  return (
    <Link
      to={changeParams(params, { [SEARCH_PARAM]: toggleClause(text, excluded, subject) })}
      className="exclude"
      aria-label={`Exclude ${title} ${label}`}
      title={`Exclude ${label}`}
      preventScrollReset
    >
      ≠
    </Link>
  )
}
