import type { RatedVital, WebVital } from '../../../store/vitals/list-vitals.ts'
import { formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { formatVital, VitalChange, VitalRating, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import type { RouteVitals } from './sort-routes.ts'

interface VitalTilesProps {
  readonly vitals: readonly RatedVital[]
  readonly routes: readonly RouteVitals[]
}

/** The 75th percentile of each web vital over all routes, with its rating, its change, and how many routes are not good. */
export function VitalTiles({ vitals, routes }: VitalTilesProps) {
  return (
    <dl className="headline panel">
      {WEB_VITALS.flatMap(({ vital, name, ...bounds }) =>
        vitals
          .filter(measured => measured.vital === vital)
          .map(({ now, before, samples, good, poor }) => (
            <div key={vital}>
              <dt>{name}</dt>
              <dd>
                <strong>{formatVital(vital, now)}</strong> <VitalRating value={now} bounds={bounds} />
              </dd>
              <dd className="change">
                <svg className="length" aria-hidden="true">
                  <rect className="warn" width="100%" height="100%" />
                  <rect className="good" width={percent(good, samples)} height="100%" />
                  <rect
                    className="bad"
                    x={percent(samples - poor, samples)}
                    width={percent(poor, samples)}
                    height="100%"
                  />
                </svg>
                {formatShare(good, samples)} good{poor > 0 && `, ${formatShare(poor, samples)} poor`}
              </dd>
              <dd className="change">
                {before !== undefined && (
                  <>
                    <VitalChange value={now} before={before} samples={samples} bounds={bounds} />
                    {'; '}
                  </>
                )}
                <RoutesAbove routes={routes} vital={vital} good={bounds.good} />
              </dd>
            </div>
          )),
      )}
    </dl>
  )
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))}%`

interface RoutesAboveProps {
  readonly routes: readonly RouteVitals[]
  readonly vital: WebVital['vital']
  readonly good: number
}

/** `3 routes above 200 ms`: the percentile over all may be good while that of a route is not. Those that the table rates. */
function RoutesAbove({ routes, vital, good }: RoutesAboveProps) {
  const known = routes.flatMap(({ vitals }) => vitals[vital] ?? [])
  const values = known.filter(({ samples }) => samples >= MIN_COUNT_FOR_PERCENTAGE).map(({ now }) => now)
  if (values.length === 0) return `no route with ${MIN_COUNT_FOR_PERCENTAGE} samples`
  const failing = values.filter(value => value > good).length
  const bound = formatBound(vital, good)
  if (failing === 0) return `no route above ${bound}`
  return <span className="warn">{`${pluralize(failing, 'route')} above ${bound}`}</span>
}

/** `200 ms`, `2.5 s`; for cls the score. */
export function formatBound(vital: WebVital['vital'], value: number): string {
  if (vital === 'cls') return `${value}`
  return value < 1000 ? `${value} ms` : `${value / 1000} s`
}
