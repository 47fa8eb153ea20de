import { formatCount } from './count.ts'

/** The others are read in their rows. */
const MAX_REASONS = 3

/**
 * What failures have in common: `15 × TimeoutError: no answer, 3 × CardDeclined`; of different messages of one type only the type.
 *
 * @param errors as `TimeoutError: no answer`; '' where it is unknown
 * @returns '' if nothing is repeated
 */
export function describeReasons(errors: readonly string[]): string {
  const byType = Map.groupBy(
    errors.filter(error => error !== ''),
    error => error.split(': ', 1)[0] ?? '',
  )
  const repeated = [...byType].filter(([, all]) => all.length > 1).toSorted(([, a], [, b]) => b.length - a.length)
  return repeated
    .slice(0, MAX_REASONS)
    .map(([type, all]) => `${formatCount(all.length)} × ${all.every(error => error === all[0]) ? all[0] : type}`)
    .join(', ')
}
