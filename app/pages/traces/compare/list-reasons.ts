import type { SpanComparison } from '../../../../store/spans/compare-spans.ts'
import { clipLine } from '../../../format/clip.ts'
import { formatApproximate, formatCount } from '../../../format/count.ts'
import { MAX_VALUE_CHARS, reasonsOf } from '../../../insights/describe-comparison.ts'
import { shortKey } from '../../../insights/short-key.ts'
import { facetClause, toggleClause } from '../../../url/search-links.ts'

interface Reason {
  readonly text: string
  /** The selection of it alone; `undefined` for several. */
  readonly selection: string | undefined
}

/**
 * The reasons of a selection that failed for several, the most frequent first, then how many named none and how many are left: together all
 * of the selection. Empty for one reason.
 */
export function listReasons({ failures, selected, oneIn }: SpanComparison, selection: string): Reason[] {
  const reasons = reasonsOf(failures)
  if (reasons === undefined) return []
  const format = oneIn === 1 ? formatCount : formatApproximate
  const toReason = (value: string, share: number, name: string) => ({
    count: Math.round(share * selected) * oneIn,
    name,
    selection: toggleClause(selection, facetClause(reasons.key, value, 'spans'), 'spans'),
  })
  // Of a sample even small numbers are estimates.
  const about = oneIn === 1 ? '' : 'about '
  const told = [
    ...reasons.values.map(({ value, selected: share }) =>
      toReason(value, share, `× ${/^\d{3}$/.test(value) ? 'HTTP ' : ''}${clipLine(value, MAX_VALUE_CHARS)}`),
    ),
    toReason('', reasons.unnamed, `without ${shortKey(reasons.key)}`),
  ]
  const left = told.reduce((rest, { count }) => rest - count, selected * oneIn)
  return [...told, { count: left, name: 'for other reasons', selection: undefined }]
    .filter(({ count }) => count > 0)
    .map(({ count, name, selection }) => ({ text: `${count <= 200 ? about : ''}${format(count)} ${name}`, selection }))
}
