import type { Equation } from '../../../store/accounting/close-equation.ts'
import { pluralize } from '../../format/count.ts'

interface Told {
  readonly signals: readonly Pick<Equation, 'remains' | 'edge'>[]
  readonly endedCollectors: number
}

/** Sentences about what remains of the equation, and what may be behind it; none where nothing remains. */
export function describeUnaccounted({ signals, endedCollectors }: Told): string[] {
  const remains = signals.filter(of => of.remains !== 0)
  if (remains.length === 0) return []
  if (remains.every(of => Math.abs(of.remains) <= of.edge)) {
    return ['What remains is no more than may have been on its way when the time began or ended.']
  }
  const beyond = remains.filter(of => Math.abs(of.remains) > of.edge)
  return [
    ...(beyond.some(of => of.remains > 0)
      ? [
          'More was acknowledged than anything accounts for: it may be lost, between a Collector’s queue and the tables.',
        ]
      : []),
    ...(beyond.some(of => of.remains < 0)
      ? [
          endedCollectors > 0
            ? `More is accounted for than was acknowledged: ${pluralize(endedCollectors, 'Collector')} ended meanwhile, and took the last seconds of ${endedCollectors === 1 ? 'its' : 'their'} counting along.`
            : 'More is accounted for than was acknowledged: it had waited since before, or came past the Collectors into the tables.',
        ]
      : []),
  ]
}
