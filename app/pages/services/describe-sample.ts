import type { TraceSample } from '../../../store/services/list-calls.ts'
import { formatApproximate, formatCount, pluralize } from '../../format/count.ts'

/** Describes the sample of a table: `Based on all 1,204 traces.` or `Estimated from 3,512 of about 56,000 traces.` */
export function describeTraceSample({ traces, oneIn }: TraceSample): string {
  if (traces === 0) return 'Based on no traces.'
  if (oneIn === 1) return `Based on ${traces === 1 ? 'one trace' : `all ${pluralize(traces, 'trace')}`}.`
  return `Estimated from ${formatCount(traces)} of ${formatApproximate(Math.round(traces * oneIn))} traces.`
}
