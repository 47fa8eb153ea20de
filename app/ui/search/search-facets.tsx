import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FacetValue } from '../../../store/facets.ts'
import type { SearchSubject } from '../../../store/search/search.ts'
import { formatApproximate, formatCount } from '../../format/count.ts'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, hasClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { ServiceLink } from '../elements/service-link.tsx'

interface SearchFacetsProps {
  readonly subject: SearchSubject
  readonly text: string
  readonly params: URLSearchParams
  readonly values: Readonly<Record<string, readonly FacetValue[]>>
  readonly isExact: boolean
  /** Titles of the subject's facets, in order. */
  readonly titles: Readonly<Record<string, string>>
  /** The text of a facet's value, if it is not the value itself. */
  readonly formatValue?: (name: string, value: string) => string
  /** Actions on an attribute, beside its name. */
  readonly actionFor?: (attribute: string) => ReactNode
}

/** Maximum of attribute facets: those that most rows have. */
const MAX_ATTRIBUTES = 14
const MAX_CHARS = 80

/** The facets of a search: each value can be added to the search, or excluded. */
export function SearchFacets({
  subject,
  text,
  params,
  values,
  isExact,
  titles,
  formatValue = (_, value) => value,
  actionFor,
}: SearchFacetsProps) {
  const format = isExact ? formatCount : formatApproximate
  const covers = (name: string) => (values[name] ?? []).reduce((sum, { count }) => sum + count, 0)
  const attributes = Object.keys(values)
    .filter(name => name.startsWith('@'))
    .toSorted((a, b) => covers(b) - covers(a) || (a < b ? -1 : 1))
    .slice(0, MAX_ATTRIBUTES)
  const named = Object.entries(titles).map(([name, title]) => ({ name, title }))
  const facets = [...named, ...attributes.map(name => ({ name, title: name.slice(1) }))]
  const to = (clause: string) => changeParams(params, { [SEARCH_PARAM]: toggleClause(text, clause, subject) })
  return facets
    .map(({ name, title }) => ({ name, title, of: (values[name] ?? []).filter(({ value }) => value !== '0') }))
    .filter(({ of }) => of.some(({ value }) => value !== ''))
    .map(({ name, title, of }) => (
      <div key={name} className="search-facet">
        <h2 title={title}>
          <span>{title}</span> {name.startsWith('@') && actionFor?.(name.slice(1))}
        </h2>
        <ul>
          {of.map(({ value, count }) => {
            const label = value === '' ? 'none' : value
            const clause = facetClause(name, value, subject)
            const excluded = facetClause(name, value, subject, true)
            const isChosen = hasClause(text, clause, subject)
            return (
              <li key={value}>
                <Link
                  to={to(clause)}
                  aria-current={isChosen ? 'true' : undefined}
                  className={value === '' ? 'muted' : undefined}
                  title={label}
                  preventScrollReset
                >
                  {formatValue(name, label).slice(0, MAX_CHARS)}
                </Link>
                <span className="muted">{format(count)}</span>
                <Link
                  to={to(excluded)}
                  className="exclude"
                  aria-label={`Exclude ${title} ${label}`}
                  title="Exclude"
                  preventScrollReset
                >
                  −
                </Link>
              </li>
            )
          })}
        </ul>
        {name === 'service' &&
          of
            .filter(({ value }) => value !== '' && hasClause(text, facetClause(name, value, subject), subject))
            .map(({ value }) => (
              <ServiceLink key={value} name={value}>
                View service
              </ServiceLink>
            ))}
      </div>
    ))
}
