import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { formatApproximate, formatCount } from '../../format/count.ts'
import { changeParams } from '../../url/filter-links.ts'
import { scopeCodecs } from '../../url/scope.ts'
import { DeferredSection } from '../feedback/deferred-section.tsx'
import type { QueryResult } from '../feedback/outage.ts'
import { ServiceLink } from '../links/service-link.tsx'

interface FacetRailProps<Answer> {
  /** `undefined` if nothing was queried. */
  readonly counts: QueryResult<Answer> | Promise<QueryResult<Answer>> | undefined
  /** Above the facets. */
  readonly action?: ReactNode
  readonly children: (answer: Answer) => ReactNode
}

/** The facets of a list: beside it, or folded above it where there is no room. */
export function FacetRail<Answer>({ counts, action, children }: FacetRailProps<Answer>) {
  if (counts === undefined) return null
  return (
    <aside aria-label="Facets" className="facet-rail">
      <details>
        <summary className="button">Facets</summary>
        <div className="facets">
          {action}
          {/* A boundary of its own: the first key in a list would else wait until all facets are hydrated. */}
          <Suspense>
            <DeferredSection result={counts} name="Facets">
              {children}
            </DeferredSection>
          </Suspense>
        </div>
      </details>
    </aside>
  )
}

const OPEN_FACETS = 5
const OPEN_VALUES = 5

interface FacetFoldProps {
  readonly title: string
  /** Its place: only the first are open. */
  readonly index: number
  /** One of its values is a filter: then all are in sight. */
  readonly isChosen: boolean
  /** List items. */
  readonly values: readonly ReactNode[]
  /** Below the values. */
  readonly children?: ReactNode
}

/** A facet that can be folded. */
export function FacetFold({ title, index, isChosen, values, children }: FacetFoldProps) {
  const most = values.length === OPEN_VALUES + 1 ? OPEN_VALUES + 1 : OPEN_VALUES
  return (
    // A boundary of its own: a key pressed while facets are hydrated waits for one at most.
    <Suspense>
      <details open={isChosen || index < OPEN_FACETS}>
        <summary>
          <h2>{title}</h2>
        </summary>
        <ul>{values.slice(0, most)}</ul>
        {values.length > most && (
          <details open={isChosen}>
            <summary className="muted">{values.length - most} more</summary>
            <ul>{values.slice(most)}</ul>
          </details>
        )}
        {children}
      </details>
    </Suspense>
  )
}

interface FacetCountProps {
  readonly count: number
  readonly isExact: boolean
}

/** The count of a value; an estimate is short, such as `~36k`, so that it leaves room for the value. */
export function FacetCount({ count, isExact }: FacetCountProps) {
  if (isExact || count <= 200) return <span className="muted">{formatCount(count)}</span>
  const rounded = Number(count.toPrecision(2))
  return (
    <span className="muted" title={formatApproximate(count)}>
      ~{rounded < 1e3 ? rounded : rounded < 1e6 ? `${rounded / 1e3}k` : `${rounded / 1e6}M`}
    </span>
  )
}

/** Shows what rows of a list have in common: each value leads to the rows that have it, and the chosen one back to all. */
export interface Facet {
  readonly title: string
  /** The parameter of the address. */
  readonly param: string
  /** '' for none. */
  readonly chosen: string
  /** Most frequent first; without a count if it is unknown. */
  readonly values: readonly {
    readonly value: string
    readonly label?: string
    readonly count?: number
    /** Where it leads, if that is more than the parameter. */
    readonly to?: string
  }[]
  /** Beside a value: what excludes it. */
  readonly exclude?: (value: string, label: string) => ReactNode
}

interface FacetsProps {
  readonly facets: readonly Facet[]
  readonly params: URLSearchParams
  /** False if the counts are estimates. @default true */
  readonly isExact?: boolean
}

/** The facets of a list. A facet with only one value, or none, is left out. */
export function Facets({ facets, params, isExact = true }: FacetsProps) {
  const informative = facets.filter(({ values, chosen }) => chosen !== '' || values.some(({ value }) => value !== ''))
  return informative.map(({ title, param, chosen, values, exclude }, index) => {
    const isListed = chosen === '' || values.some(({ value }) => value === chosen)
    const all = isListed ? values : [...values, { value: chosen, count: 0 }]
    return (
      <FacetFold
        key={param}
        title={title}
        index={index}
        isChosen={chosen !== ''}
        values={all.map(({ value, label = value, count, to }) => (
          <li key={value}>
            {value === '' ? (
              <span className="muted">none</span>
            ) : (
              <Link
                to={to ?? changeParams(params, { [param]: value === chosen ? '' : value })}
                aria-current={value === chosen ? 'true' : undefined}
                title={value === chosen ? 'Clear this filter' : label}
                preventScrollReset
              >
                {label}
              </Link>
            )}
            {count !== undefined && <FacetCount count={count} isExact={isExact} />}
            {chosen === '' && exclude?.(value, label)}
          </li>
        ))}
      >
        {param === scopeCodecs.service.param && chosen !== '' && <ServiceLink name={chosen}>View service</ServiceLink>}
      </FacetFold>
    )
  })
}
