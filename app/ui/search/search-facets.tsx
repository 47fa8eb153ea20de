import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SearchSubject } from '../../../search/search.ts'
import type { FacetValue } from '../../../store/facets.ts'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, hasClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { FacetCount, FacetFold } from '../filters/facets.tsx'
import { ServiceLink } from '../links/service-link.tsx'
import { ExcludeLink } from './exclude-link.tsx'
import { cutCommonStart, isMeasured } from './facet-values.ts'

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
  /** An action on an attribute, below its values. */
  readonly actionFor?: (attribute: string) => ReactNode
}

/** Maximum of attribute facets: those that most rows have. */
const MAX_ATTRIBUTES = 14
const MAX_CHARS = 80

/** Attributes that the facets of the route and the HTTP status already show, and those that Errata adds. */
const RESTATED = /^@(?:http\.route$|http\.response\.status_code$|exception\.stacktrace$|errata\.)/

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
  const covers = (name: string) => (values[name] ?? []).reduce((sum, { count }) => sum + count, 0)
  const attributes = Object.keys(values)
    .filter(name => name.startsWith('@') && !RESTATED.test(name))
    .filter(name => !isMeasured((values[name] ?? []).map(({ value }) => value)))
    .toSorted((a, b) => covers(b) - covers(a) || (a < b ? -1 : 1))
    .slice(0, MAX_ATTRIBUTES)
  const named = Object.entries(titles).map(([name, title]) => ({ name, title }))
  const facets = [...named, ...attributes.map(name => ({ name, title: name.slice(1) }))]
  const to = (clause: string) => changeParams(params, { [SEARCH_PARAM]: toggleClause(text, clause, subject) })
  return facets
    .map(({ name, title }) => {
      const of = (values[name] ?? []).filter(({ value }) => value !== '0')
      const labels = cutCommonStart(of.map(({ value }) => formatValue(name, value)))
      const rows = of.map(({ value, count }, index) => {
        const [clause, excluded] = [false, true].map(not => facetClause(name, value, subject, not)) as [string, string]
        const isChosen = hasClause(text, clause, subject)
        return { value, count, clause, excluded, isChosen, label: labels[index] || 'none' }
      })
      return { name, title, rows }
    })
    .filter(({ rows }) => rows.some(({ value }) => value !== ''))
    .map(({ name, title, rows }, index) => (
      <FacetFold
        key={name}
        title={title}
        index={index}
        isChosen={rows.some(({ isChosen, excluded }) => isChosen || hasClause(text, excluded, subject))}
        values={rows.map(({ value, label, count, clause, isChosen }) => (
          <li key={value}>
            <Link
              to={to(clause)}
              aria-current={isChosen ? 'true' : undefined}
              className={value === '' ? 'muted' : undefined}
              title={value || label}
              preventScrollReset
            >
              {label.slice(0, MAX_CHARS)}
            </Link>
            <FacetCount count={count} isExact={isExact} />
            <ExcludeLink {...{ subject, text, params, title, name, value }} label={value || label} />
          </li>
        ))}
      >
        {name.startsWith('@') && actionFor?.(name.slice(1))}
        {name === 'service' &&
          rows
            .filter(({ value, isChosen }) => value !== '' && isChosen)
            .map(({ value }) => (
              <ServiceLink key={value} name={value}>
                View service
              </ServiceLink>
            ))}
      </FacetFold>
    ))
}
