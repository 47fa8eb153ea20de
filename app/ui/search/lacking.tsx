import { Fragment } from 'react'
import { LACKING_KEYS_FACET } from '../../../search/lacking.ts'
import type { FacetValue } from '../../../store/facets.ts'
import { formatApproximate, formatCount } from '../../format/count.ts'

interface LackingProps {
  /** Facets of a list. */
  readonly values: Readonly<Record<string, readonly FacetValue[]>>
  /** @default true */
  readonly isExact?: boolean
  /** True for a paragraph of its own; else it is the next sentence of one. */
  readonly isAlone?: boolean
}

/** Says what a negated condition also finds: `Includes 412 without http.route.` */
export function LackingKeysNote({ values, isExact = true, isAlone = false }: LackingProps) {
  const lacking = values[LACKING_KEYS_FACET] ?? []
  if (lacking.length === 0) return null
  const format = isExact ? formatCount : formatApproximate
  const note = (
    <>
      Includes{' '}
      {lacking.map(({ value, count }, index) => (
        <Fragment key={value}>
          {index > 0 && ', '}
          {format(count)} without <code>{value}</code>
        </Fragment>
      ))}
    </>
  )
  return isAlone ? <p className="muted">{note}</p> : <>. {note}</>
}
