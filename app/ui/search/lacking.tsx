import { Fragment } from 'react'
import { DIFFERING_KEYS_FACET, LACKING_KEYS_FACET } from '../../../search/lacking.ts'
import { parseSearch } from '../../../search/parse-search.ts'
import { listClauses, type SearchSubject } from '../../../search/search.ts'
import { rowPlace } from '../../../search/search-keys.ts'
import { writeKey } from '../../../search/write-search.ts'
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

interface DifferingProps extends Pick<LackingProps, 'values' | 'isExact'> {
  /** The search of the list, as it was typed. */
  readonly search: string
  readonly subject: SearchSubject
}

/**
 * Says of an attribute in the search that rows and their resources have with different values, and that both are found: `host.name differs
 * from the resource’s in 12, either is found: span.host.name or resource.host.name finds one.`
 */
export function DifferingKeysNote({ values, isExact = true, search, subject }: DifferingProps) {
  const asked = new Set(
    listClauses(parseSearch(search, subject).search).flatMap(({ key }) =>
      key.is === 'attribute' && key.of === 'any' ? [key.name] : [],
    ),
  )
  const format = isExact ? formatCount : formatApproximate
  return (values[DIFFERING_KEYS_FACET] ?? [])
    .filter(({ value }) => asked.has(value))
    .map(({ value: name, count }) => (
      <Fragment key={name}>
        . <code>{name}</code> differs from the resource’s in {format(count)}, either is found:{' '}
        <code>{writeKey({ is: 'attribute', of: rowPlace(subject), name })}</code> or{' '}
        <code>{writeKey({ is: 'attribute', of: 'resource', name })}</code> finds one
      </Fragment>
    ))
}
