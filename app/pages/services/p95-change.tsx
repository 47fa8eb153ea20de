import { compareP95, type DurationPercentiles } from '../../insights/change.ts'
import { RelativeChange } from '../../ui/numbers/trend.tsx'

interface P95ChangeProps {
  readonly now: DurationPercentiles | undefined
  readonly before: DurationPercentiles | undefined
  /** As for {@link compareP95}. */
  readonly oneIn?: number | undefined
}

/** The change of a 95th percentile; nothing without requests in both periods. */
export function P95Change({ now, before, oneIn }: P95ChangeProps) {
  if (now === undefined || before === undefined || now.requests === 0 || before.requests === 0) return null
  return <RelativeChange change={compareP95(now, before, oneIn)} worse="more" />
}
