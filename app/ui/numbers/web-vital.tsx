import type { WebVital } from '../../../store/vitals/list-vitals.ts'
import { formatDuration } from '../../format/duration.ts'
import { compareP75 } from '../../insights/change.ts'
import { RelativeChange } from './trend.tsx'

/**
 * In the order in which a visitor experiences them; good up to the first bound, poor above the second. @see https://web.dev/articles/vitals
 */
export const WEB_VITALS = [
  { vital: 'ttfb', code: 'TTFB', name: 'Time to first byte', good: 800, poor: 1800 },
  { vital: 'fcp', code: 'FCP', name: 'First contentful paint', good: 1800, poor: 3000 },
  { vital: 'lcp', code: 'LCP', name: 'Largest contentful paint', good: 2500, poor: 4000 },
  { vital: 'inp', code: 'INP', name: 'Interaction to next paint', good: 200, poor: 500 },
  { vital: 'cls', code: 'CLS', name: 'Cumulative layout shift', good: 0.1, poor: 0.25 },
] as const

interface VitalRatingProps {
  readonly value: number
  /** From {@link WEB_VITALS}. */
  readonly bounds: { readonly good: number; readonly poor: number }
}

const RATINGS = ['good', 'needs improvement', 'poor'] as const
const RATING_COLOURS = ['good', 'warn', 'bad'] as const

/** 0 is good, 1 needs improvement, 2 is poor. */
export const rateVital = ({ value, bounds: { good, poor } }: VitalRatingProps) =>
  value <= good ? 0 : value <= poor ? 1 : 2

const vitalColour = (rated: VitalRatingProps) => RATING_COLOURS[rateVital(rated)]

export function VitalRating({ code, ...rated }: VitalRatingProps & { readonly code?: string }) {
  const rating = RATINGS[rateVital(rated)]
  return (
    <span className={`mark nowrap ${vitalColour(rated)}`}>{code === undefined ? rating : `${code} ${rating}`}</span>
  )
}

/** The change of a vital; without a colour while the vital is good. */
export function VitalChange({
  value,
  bounds,
  before,
  samples,
}: VitalRatingProps & { readonly before: number; readonly samples: number }) {
  const worse = rateVital({ value, bounds }) > 0 ? 'more' : undefined
  return <RelativeChange change={compareP75({ now: value, before }, samples)} worse={worse} />
}

/** The vitals of a route that are not good, below its name: on narrow screens their columns have room for the values only. */
export function VitalRatings({
  vitals,
}: {
  readonly vitals: Partial<Record<WebVital['vital'], { readonly now: number }>>
}) {
  return (
    <p className="under narrow-only">
      {WEB_VITALS.map(({ vital, code, ...bounds }) => {
        const value = vitals[vital]?.now ?? 0
        return value > bounds.good && <VitalRating key={vital} code={code} value={value} bounds={bounds} />
      })}
    </p>
  )
}

/** A duration; for cls a score. */
export function formatVital(vital: WebVital['vital'], value: number): string {
  return vital === 'cls' ? value.toFixed(3) : formatDuration(BigInt(Math.round(value * 1e6)))
}
