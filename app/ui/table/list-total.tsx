import { Link } from 'react-router'
import { formatChange } from '../../format/amount.ts'
import { formatApproximate, pluralize } from '../../format/count.ts'
import type { ScopedPath } from './record-links.tsx'

/** The number of rows of the whole list and, on request, of the previous period. */
export interface ComparedTotal {
  readonly total: number
  /** False if it is an estimate. */
  readonly isExact: boolean
  /** In the previous period; `undefined` if it was not requested, or there is none. */
  readonly before: number | undefined
}

/** The number of rows on all pages: `1,234 traces, up 12 % from 1,100`. @param one such as `trace` */
export function ListTotal({ of, one }: { readonly of: ComparedTotal; readonly one: string }) {
  const { total, isExact, before } = of
  return (
    <span className="list-total">
      {isExact ? pluralize(total, one) : `${formatApproximate(total)} ${one}s`}
      {before !== undefined &&
        `, ${formatChange(total, before)}${before > 0 ? ` from ${formatApproximate(before)}` : ''}`}
    </span>
  )
}

export interface FailureReasonsText {
  /** `2 of 50 traces failed: ` */
  readonly lead: string
  /** With the scope. */
  readonly reasons: readonly ScopedPath[]
  readonly others: string
}

/** What failed on a page of a list, above it. */
export function FailureReasons({ of }: { readonly of: FailureReasonsText | undefined }) {
  return (
    of && (
      <p className="notice bad-notice">
        {of.lead}
        {of.reasons.map(({ text, to }, index) => (
          <span key={to}>
            {index > 0 && ', '}
            <Link to={to}>{text}</Link>
          </span>
        ))}
        {of.others}
      </p>
    )
  )
}
