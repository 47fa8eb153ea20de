import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'

interface ShareProps {
  readonly part: number
  readonly whole: number
  /** What is counted, where there is none of it. */
  readonly none: string
}

/** Of fewer a percentage says more than is known. */
export const MIN_COUNT_FOR_PERCENTAGE = 20

/** A share with what it is a share of; of few the numbers alone: `2 of 7`. */
export function Share({ part, whole, none }: ShareProps) {
  if (whole === 0) return <span className="muted">{none}</span>
  if (whole < MIN_COUNT_FOR_PERCENTAGE) return <>{`${formatCount(part)} of ${formatCount(whole)}`}</>
  return (
    <>
      {formatShare(part, whole)} <span className="muted small">of {formatCount(whole)}</span>
    </>
  )
}
