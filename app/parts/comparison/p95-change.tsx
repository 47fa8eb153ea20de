import { type DurationPercentiles, isP95ChangeNegligible } from '../../format/percentile-change.ts'
import { RelativeChange } from '../../ui/numbers/trend.tsx'

interface P95ChangeProps {
  readonly now: DurationPercentiles | undefined
  readonly before: DurationPercentiles | undefined
  /** As for `isP95ChangeNegligible`. */
  readonly oneIn?: number | undefined
  /** As for `RelativeChange`. */
  readonly asRatio?: boolean
}

/** The change of a 95th percentile, in colour if it is 5 ms or more and chance does not explain it; nothing without requests in both periods. */
export function P95Change({ now, before, oneIn, asRatio }: P95ChangeProps) {
  if (now === undefined || before === undefined || now.requests === 0 || before.requests === 0) return null
  const worse = isP95ChangeNegligible(now, before, oneIn) ? undefined : 'more'
  return (
    <RelativeChange now={Number(now.p95)} before={Number(before.p95)} worse={worse} {...(asRatio && { asRatio })} />
  )
}
