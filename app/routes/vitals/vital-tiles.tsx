import type { WebVital } from '../../../store/overview/list-vitals.ts'
import { pluralize } from '../../format/count.ts'
import { formatVital, VitalChange, VitalRating, WEB_VITALS } from '../../ui/elements/web-vital.tsx'
import type { RouteVitals } from './sort-routes.ts'

interface VitalTilesProps {
  readonly vitals: readonly WebVital[]
  readonly routes: readonly RouteVitals[]
}

/** The 75th percentile of each web vital over all routes, with its rating, its change, and how many routes are not good. */
export function VitalTiles({ vitals, routes }: VitalTilesProps) {
  return (
    <dl className="headline panel">
      {WEB_VITALS.flatMap(({ vital, name, ...bounds }) =>
        vitals
          .filter(measured => measured.vital === vital)
          .map(({ now, before }) => (
            <div key={vital}>
              <dt>{name}</dt>
              <dd>
                <strong>{formatVital(vital, now)}</strong> <VitalRating value={now} bounds={bounds} />
              </dd>
              <dd className="change">
                {before !== undefined && (
                  <>
                    <VitalChange value={now} before={before} bounds={bounds} />
                    {'; '}
                  </>
                )}
                {describeRoutes(routes, vital, bounds.good)}
              </dd>
            </div>
          )),
      )}
    </dl>
  )
}

/** `3 of 7 routes above 200 ms`: the percentile over all may be good while that of a route is not. */
export function describeRoutes(routes: readonly RouteVitals[], vital: WebVital['vital'], good: number): string {
  const values = routes.flatMap(({ vitals }) => vitals[vital]?.now ?? [])
  const failing = values.filter(value => value > good).length
  const bound = formatBound(vital, good)
  return failing === 0 ? `no route above ${bound}` : `${failing} of ${pluralize(values.length, 'route')} above ${bound}`
}

/** `200 ms`, `2.5 s`; for cls the score. */
function formatBound(vital: WebVital['vital'], value: number): string {
  if (vital === 'cls') return `${value}`
  return value < 1000 ? `${value} ms` : `${value / 1000} s`
}
