import type { Ns } from '../../../store/units.ts'
import { formatDuration } from '../../format/duration.ts'

interface TimedSpan {
  readonly kind: string
  readonly startNs: Ns
  readonly durationNs: Ns
}

/**
 * Writes how long messages waited until a consumer took them: from the end of the producer's span to the start of the consumer's.
 *
 * @returns `12.0 s`; of a batch `412 ms to 12.0 s`; '' if neither sent nor received messages, or if clocks say that it was received first.
 * @see https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/
 */
export function describeTimeInQueue(producers: readonly TimedSpan[], consumers: readonly TimedSpan[]): string {
  const times = producers
    .filter(({ kind }) => kind === 'Producer')
    .flatMap(({ startNs, durationNs }) =>
      consumers.filter(({ kind }) => kind === 'Consumer').map(consumer => consumer.startNs - startNs - durationNs),
    )
    .filter(ns => ns >= 0n)
    .toSorted((a, b) => (a < b ? -1 : 1))
  const [least, most] = [times[0], times.at(-1)]
  if (least === undefined || most === undefined) return ''
  return [...new Set([formatDuration(least), formatDuration(most)])].join(' to ')
}
