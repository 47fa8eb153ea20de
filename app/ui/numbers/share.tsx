import type { ReactNode } from 'react'
import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import type { FailureVerdict } from '../../insights/assess-failures.ts'
import { type ErrorCount, isBadErrorShare } from '../../insights/error-rates.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'

interface ShareProps {
  readonly part: number
  readonly whole: number
  /** Text if the whole is 0. */
  readonly none: string
}

/** A percentage with its total; for small totals only the numbers: `2 of 7`. */
export function ShareOfCount({ part, whole, none }: ShareProps) {
  if (whole === 0) return <span className="muted">{none}</span>
  if (whole < MIN_COUNT_FOR_PERCENTAGE) return <>{`${formatCount(part)} of ${formatCount(whole)}`}</>
  return (
    <>
      {formatShare(part, whole)} <span className="muted small">of {formatCount(whole)}</span>
    </>
  )
}

interface ErrorShareProps extends ErrorCount {
  /** Not red however many they are. */
  readonly isUsual?: boolean
}

/** A percentage of errors, red if there are many. */
export function ErrorShare({ isUsual = false, ...count }: ErrorShareProps) {
  return (
    <span className={!isUsual && isBadErrorShare(count) ? 'bad' : undefined}>
      {formatShare(count.errors, count.total)}
    </span>
  )
}

interface FailureChangeProps {
  readonly verdict: FailureVerdict
  readonly children: ReactNode
}

/** What the verdict on failures says; else how they changed, the children. */
export function FailureChange({ verdict: { note }, children }: FailureChangeProps) {
  return note === '' ? children : <span className="change">{note}</span>
}
