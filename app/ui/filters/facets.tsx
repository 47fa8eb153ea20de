import { Link } from 'react-router'
import { formatApproximate, formatCount } from '../../format/count.ts'
import { changeParams } from '../../url/filter-links.ts'
import { scopeCodecs } from '../../url/scope.ts'
import { ServiceLink } from '../elements/service-link.tsx'

/** What rows of a list have in common: each value leads to the rows that have it, and the chosen one back to all. */
export interface Facet {
  readonly title: string
  /** Of the address. */
  readonly param: string
  /** '' for none. */
  readonly chosen: string
  /** Most frequent first; without a count if it is unknown. */
  readonly values: readonly { readonly value: string; readonly label?: string; readonly count?: number }[]
}

interface FacetsProps {
  readonly facets: readonly Facet[]
  readonly params: URLSearchParams
  /** False if the counts are estimates. @default true */
  readonly isExact?: boolean
}

/** The facets beside a list. A facet with only one value, or none, is left out. */
export function Facets({ facets, params, isExact = true }: FacetsProps) {
  const format = isExact ? formatCount : formatApproximate
  const informative = facets.filter(({ values, chosen }) => chosen !== '' || values.some(({ value }) => value !== ''))
  return informative.map(({ title, param, chosen, values }) => (
    <div key={param}>
      <h2>{title}</h2>
      <ul>
        {values.map(({ value, label = value, count }) => (
          <li key={value}>
            {value === '' ? (
              <span className="muted">none</span>
            ) : (
              <Link
                to={changeParams(params, { [param]: value === chosen ? '' : value })}
                aria-current={value === chosen ? 'true' : undefined}
                title={value === chosen ? 'Clear this filter' : label}
                preventScrollReset
              >
                {label}
              </Link>
            )}
            {count !== undefined && <span className="muted">{format(count)}</span>}
          </li>
        ))}
        {chosen !== '' && !values.some(({ value }) => value === chosen) && (
          <li>
            <Link to={changeParams(params, { [param]: '' })} aria-current="true" preventScrollReset>
              {chosen}
            </Link>
            <span className="muted">0</span>
          </li>
        )}
      </ul>
      {param === scopeCodecs.service.param && chosen !== '' && <ServiceLink name={chosen}>View service</ServiceLink>}
    </div>
  ))
}
