import { formatDuration } from '../../format/duration.ts'
import { longestOnScale } from '../../ui/table/duration-bar.tsx'

/** What a broken bar of a table of durations is: `A broken bar: more than 3.60 s.`; '' if none is. */
export function describeScale(all: Parameters<typeof longestOnScale>[0]): string {
  const longest = longestOnScale(all)
  const isBroken = all.some(({ durationNs }) => Number(durationNs) > longest)
  return isBroken ? `A broken bar: more than ${formatDuration(BigInt(longest))}.` : ''
}
