import { formatChange } from '../../format/amount.ts'
import { formatApproximate, pluralize } from '../../format/count.ts'

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
