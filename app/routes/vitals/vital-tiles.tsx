import type { WebVital } from '../../../store/overview/list-vitals.ts'
import { RelativeChange } from '../../ui/elements/trend.tsx'
import { formatVital, VitalRating, WEB_VITALS } from '../../ui/elements/web-vital.tsx'

interface VitalTilesProps {
  readonly vitals: readonly WebVital[]
  /** Shows the change since the previous period. */
  readonly compare: boolean
}

/** The 75th percentile of each web vital over all routes, with its rating and what is good. */
export function VitalTiles({ vitals, compare }: VitalTilesProps) {
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
                good up to {formatBound(vital, bounds.good)}
                {compare && before !== undefined && (
                  <>
                    {'; '}
                    <RelativeChange now={now} before={before} worse="more" />
                  </>
                )}
              </dd>
            </div>
          )),
      )}
    </dl>
  )
}

/** `200 ms`, `2.5 s`; for cls the score. */
function formatBound(vital: WebVital['vital'], value: number): string {
  if (vital === 'cls') return `${value}`
  return value < 1000 ? `${value} ms` : `${value / 1000} s`
}
