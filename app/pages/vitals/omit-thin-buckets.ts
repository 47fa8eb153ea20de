import type { VitalBucket } from '../../../store/vitals/list-vitals-over-time.ts'

/** Of so many samples a percentile is drawn, even where most buckets have far more. */
const ENOUGH_SAMPLES = 10

/** Without buckets of less than half of its average, such as the one that has just begun: one visitor would be its peak. */
export function omitThinBuckets(buckets: readonly VitalBucket[]): VitalBucket[] {
  return [...Map.groupBy(buckets, ({ vital }) => vital).values()].flatMap(of => {
    const average = of.reduce((sum, { samples }) => sum + samples, 0) / of.length
    return of.filter(({ samples }) => samples >= Math.min(ENOUGH_SAMPLES, average / 2))
  })
}
