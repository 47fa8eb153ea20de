import type { TrafficDecline } from '../../../store/services/list-traffic-declines.ts'
import { formatShare } from '../../format/amount.ts'
import { formatCount, pluralize } from '../../format/count.ts'

/** Missing traffic in words. */
export interface DescribedDeclines {
  /** `No transactions of 4 services in the last 60 min`; names a single service. */
  readonly title: string
  /** `usually 228`, `4 (6.67 %), usually 60`; with the minutes if they differ. */
  readonly services: readonly { readonly service: string; readonly text: string }[]
}

/** @returns `undefined` if no service has lost its traffic */
export function describeDeclines(declines: readonly TrafficDecline[]): DescribedDeclines | undefined {
  const [first] = declines
  if (first === undefined) return undefined
  const who = declines.length === 1 ? first.service : pluralize(declines.length, 'service')
  const recent = declines.reduce((sum, of) => sum + of.recent, 0)
  const areAlike = declines.every(({ minutes }) => minutes === first.minutes)
  // What had none for an hour had none in its last quarter.
  const least = Math.min(...declines.map(({ minutes }) => minutes))
  const when = areAlike || recent === 0 ? ` in the last ${least} min` : ' lately'
  return {
    title:
      recent === 0 ? `No transactions of ${who}${when}` : `A tenth or less of the usual transactions of ${who}${when}`,
    services: declines.map(({ service, minutes, recent, usual }) => ({
      service,
      text: [
        ...(recent > 0 ? [`${formatCount(recent)} (${formatShare(recent, usual)})`] : []),
        `usually ${formatCount(usual)}${areAlike ? '' : ` in ${minutes} min`}`,
      ].join(', '),
    })),
  }
}
