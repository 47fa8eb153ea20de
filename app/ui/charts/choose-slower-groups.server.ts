import type { SpanGroups } from '../../../store/spans/group-spans.ts'
import { isP95ChangeNegligible, percentilesOfSample } from '../../format/percentile-change.ts'

/** The values of groups whose 95th percentile rose beyond what chance explains, the greatest rise first; never those without the attribute. */
export function chooseSlowerGroups(now: SpanGroups, before: SpanGroups): string[] {
  return now.groups
    .flatMap(group => {
      const same = before.groups.find(({ value }) => value === group.value)
      if (same === undefined || group.value === '' || group.p95 <= same.p95) return []
      const [is, was] = [percentilesOfSample(group, now.oneIn), percentilesOfSample(same, before.oneIn)]
      return isP95ChangeNegligible(is, was) ? [] : [{ value: group.value, rise: Number(is.p95) / Number(was.p95) }]
    })
    .toSorted((a, b) => b.rise - a.rise)
    .map(({ value }) => value)
}
