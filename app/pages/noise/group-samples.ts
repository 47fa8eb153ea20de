import type { DropSample } from '../../../store/noise/list-drop-samples.ts'
import { readConvention } from '../../../store/schema/conventions.ts'

/** Samples of one text or path, service and condition. */
export interface SampleGroup {
  readonly title: string
  readonly count: number
  readonly newest: DropSample
  /** The next ones, newest first; at most {@link MAX_EARLIER}. */
  readonly earlier: readonly Pick<DropSample, 'id' | 'atNs' | 'traceId'>[]
}

const MAX_EARLIER = 10

/**
 * Groups samples that differ in time only, as far as a reader cares.
 *
 * @param samples Newest first.
 * @returns Most samples first, then the newest.
 */
export function groupSamples(samples: readonly DropSample[]): readonly SampleGroup[] {
  const keyOf = (sample: DropSample) => [sampleTitle(sample), sample.service, sample.shape, sample.condition].join('\n')
  return [...Map.groupBy(samples, keyOf).values()]
    .flatMap(([newest, ...rest]) => {
      if (newest === undefined) return []
      const earlier = rest.slice(0, MAX_EARLIER).map(({ id, atNs, traceId }) => ({ id, atNs, traceId }))
      return [{ title: sampleTitle(newest), count: 1 + rest.length, newest, earlier }]
    })
    .toSorted((a, b) => b.count - a.count)
}

/** A title that distinguishes samples: message, else path, URL, route or name. */
export function sampleTitle(sample: DropSample): string {
  const { text, route, name } = sample
  return text || readConvention('path', sample) || readConvention('url', sample) || route || name
}
