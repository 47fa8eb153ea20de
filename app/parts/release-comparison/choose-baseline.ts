import type { Release } from '../../../store/releases/list-releases.ts'
import { type MergedRelease, previousOf } from './merge-releases.ts'
import { compareFigures, evaluateRelease } from './summarize-release.ts'

/**
 * A release in its services with another release as the previous one: all that is counted of it is then compared with that.
 *
 * @param all All releases of its services.
 */
export function compareWith(of: readonly Release[], baseline: string, all: readonly Release[]): Release[] {
  return of.map(one => {
    if (one.previous === baseline) return one
    const before = all.find(
      ({ service, release, beganNs }) => service === one.service && release === baseline && beganNs < one.beganNs,
    )
    return { ...one, previous: before?.release ?? '', previousBeganNs: before?.beganNs ?? one.beganNs }
  })
}

/** The same as of the first release after that: issues first seen since then are new. */
export function sinceBaseline(of: readonly Release[], all: readonly Release[]): Release[] {
  return of.map(one => {
    const between = all.filter(
      ({ service, beganNs }) => service === one.service && beganNs > one.previousBeganNs && beganNs < one.beganNs,
    )
    const [first = one] = between.toSorted((a, b) => (a.beganNs < b.beganNs ? -1 : 1))
    return { ...one, beganNs: first.beganNs }
  })
}

/**
 * What a release is compared with: the previous one, and before that the last good one if the previous one was bad and the release is worse
 * than the good one. What followed a fault may be better and not yet good.
 *
 * @param all Releases as compared with their previous ones.
 * @param compare Compares the release with another.
 */
export function compareWithBaselines<Of extends MergedRelease>(
  release: Of,
  all: readonly Of[],
  compare: (baseline: string) => Of | undefined,
): readonly Of[] {
  const byName = new Map(all.map(one => [one.release, one]))
  const before = (one: Of) => byName.get(previousOf(one) ?? '')
  const isWorse = (one: Of) => compareFigures(one).verdict === 'worse'
  let good = before(release)
  if (isWorse(release) || good === undefined || !isWorse(good)) return [release]
  while (good !== undefined && isWorse(good)) good = before(good)
  const compared = good && compare(good.release)
  const isBad = compared !== undefined && ['worse', 'slower'].includes(evaluateRelease(compared, 0))
  return isBad ? [compared, release] : [release]
}
