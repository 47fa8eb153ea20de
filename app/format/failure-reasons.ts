import { formatCount, pluralize } from './count.ts'

/** The others are read in their rows. */
const MAX_REASONS = 4

/** An exception, or as many of an issue as it stands for. */
interface Failure {
  /** '' if it is unknown. */
  readonly issue: string
  /** `TimeoutError: no answer`; '' if it is unknown. */
  readonly error: string
  /** @default 1 */
  readonly count?: number
}

interface Reason {
  readonly issue: string
  /** `15 × TimeoutError: no answer` */
  readonly text: string
}

interface Reasons {
  /** The most frequent first. */
  readonly reasons: readonly Reason[]
  /** ` and 2 other issues`; '' if there are none. */
  readonly others: string
}

/** What failures have in common: each issue with the number of them, of different messages only the type. Without those whose issue is unknown. */
export function countReasons(failures: readonly Failure[]): Reasons {
  const byIssue = Map.groupBy(
    failures.filter(({ issue, error }) => issue !== '' && error !== ''),
    ({ issue }) => issue,
  )
  const counted = [...byIssue]
    .map(([issue, all]) => ({ issue, error: nameAll(all), count: all.reduce((sum, { count = 1 }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count)
  const rest = counted.length - MAX_REASONS
  return {
    reasons: counted
      .slice(0, MAX_REASONS)
      .map(({ issue, error, count }) => ({ issue, text: count > 1 ? `${formatCount(count)} × ${error}` : error })),
    others: rest > 0 ? ` and ${pluralize(rest, 'other issue')}` : '',
  }
}

function nameAll(all: readonly Failure[]): string {
  const error = all[0]?.error ?? ''
  return all.every(of => of.error === error) ? error : (error.split(': ', 1)[0] ?? '')
}
