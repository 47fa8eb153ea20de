import type { ReactNode } from 'react'

interface Timed {
  readonly durationNs: bigint
}

/** The longest duration on the scale of a table: a few that are many times as long as the others reach beyond it. */
export function longestOnScale(all: readonly Timed[]): number {
  const longestFirst = all.map(({ durationNs }) => Number(durationNs)).toSorted((a, b) => b - a)
  const [longest = 0] = longestFirst
  const typical = longestFirst[Math.ceil(longestFirst.length * OUTLIER_SHARE)] ?? longest
  return Math.max(1, longest > MAX_TIMES * typical ? typical : longest)
}

const OUTLIER_SHARE = 0.05
const MAX_TIMES = 5

interface DurationBarProps {
  readonly timed: Timed
  /** Nanoseconds: the length of a whole bar. */
  readonly longest: number
  /** The marks on it. */
  readonly children?: ReactNode
}

/** A bar to scale, broken if it would be longer. In whole per cent, so that server and browser write the same. */
export function DurationBar({ timed: { durationNs }, longest, children }: DurationBarProps) {
  const width = Math.max(1, Math.round((100 * Number(durationNs)) / longest))
  return (
    <svg className="length" aria-hidden="true">
      {width > 100 ? (
        <>
          <title>Longer than its scale</title>
          <rect width="80%" height="100%" rx="2" />
          <rect x="84%" width="16%" height="100%" rx="2" />
        </>
      ) : (
        <rect width={`${width}%`} height="100%" rx="2" />
      )}
      {children}
    </svg>
  )
}
