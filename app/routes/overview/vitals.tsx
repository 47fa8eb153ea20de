import type { Vital } from '../../../store/overview/list-vitals.ts'
import { countOf } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { Empty } from '../../ui/empty.tsx'
import { Change } from './change.tsx'

/** In the order in which a visitor meets them; good up to the first bound, poor beyond the second. @see https://web.dev/articles/vitals */
const VITALS = [
  { vital: 'ttfb', code: 'TTFB', name: 'Time to first byte', good: 800, poor: 1800 },
  { vital: 'fcp', code: 'FCP', name: 'First contentful paint', good: 1800, poor: 3000 },
  { vital: 'lcp', code: 'LCP', name: 'Largest contentful paint', good: 2500, poor: 4000 },
  { vital: 'inp', code: 'INP', name: 'Interaction to next paint', good: 200, poor: 500 },
  { vital: 'cls', code: 'CLS', name: 'Cumulative layout shift', good: 0.1, poor: 0.25 },
] as const

/** How pages felt to three of four visitors. */
export function Vitals({ vitals }: { readonly vitals: readonly Vital[] }) {
  return (
    <section className="section" aria-labelledby="vitals">
      <h2 id="vitals">Web vitals</h2>
      {vitals.length === 0 ? (
        <Empty title="No web vitals" level={3}>
          <p>No browser reported how its pages felt in this time.</p>
        </Empty>
      ) : (
        <div className="panel">
          <table className="list">
            <thead>
              <tr>
                <th scope="col">Vital</th>
                <th scope="col" className="col-count">
                  Rating
                </th>
                <th scope="col" className="number col-duration">
                  p75
                </th>
                <th scope="col" className="number col-when">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {VITALS.flatMap(({ vital, code, name, good, poor }) =>
                vitals
                  .filter(measured => measured.vital === vital)
                  .map(({ now, before, samples }) => (
                    <tr key={vital}>
                      <th scope="row" title={`${countOf(samples, 'measurement')} looked at`}>
                        {code}
                        <span className="beside wide-only">{name}</span>
                      </th>
                      <td>
                        <Rating value={now} good={good} poor={poor} />
                      </td>
                      <td className="number">{written(vital, now)}</td>
                      <td className="number">
                        <Change now={now} before={before ?? 0} worse="more" />
                      </td>
                    </tr>
                  )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface RatingProps {
  readonly value: number
  readonly good: number
  readonly poor: number
}

function Rating({ value, good, poor }: RatingProps) {
  if (value <= good) return <span className="mark good">good</span>
  return value <= poor ? <span className="mark warn">needs work</span> : <span className="mark bad">poor</span>
}

function written(vital: Vital['vital'], value: number): string {
  return vital === 'cls' ? value.toFixed(3) : formatDuration(BigInt(Math.round(value * 1e6)))
}
