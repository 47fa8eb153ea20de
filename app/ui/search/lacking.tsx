import { Fragment } from 'react'
import type { FacetValue } from '../../../store/facets.ts'
import { formatApproximate, formatCount } from '../../format/count.ts'

interface LackingProps {
  /** By key, as the facet `lacking` counts them. */
  readonly of: readonly FacetValue[] | undefined
  readonly isExact: boolean
}

/** What a negated condition also finds: `Includes 412 without http.route.` */
export function LackingKeysNote({ of = [], isExact }: LackingProps) {
  if (of.length === 0) return null
  const format = isExact ? formatCount : formatApproximate
  return (
    <>
      . Includes{' '}
      {of.map(({ value, count }, index) => (
        <Fragment key={value}>
          {index > 0 && ', '}
          {format(count)} without <code>{value}</code>
        </Fragment>
      ))}
    </>
  )
}
