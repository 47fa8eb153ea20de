import type { ReleaseSpeed } from '../../../store/releases/list-release-speeds.ts'
import { formatChange } from '../../format/amount.ts'
import { countOf } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { Empty } from '../../ui/empty.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { LEAST_FOR_SHARE } from '../../ui/share.tsx'

interface ReleaseSpeedsProps {
  readonly title: string
  readonly none: string
  readonly speeds: readonly ReleaseSpeed[]
}

/** Within which time three of four were done, by route, beside the release before. */
export function ReleaseSpeeds({ title, none, speeds }: ReleaseSpeedsProps) {
  const id = title.replaceAll(' ', '-').toLowerCase()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {speeds.length === 0 ? (
        <Empty title="Nothing was measured" level={3}>
          <p>{none}</p>
        </Empty>
      ) : (
        <div className="panel">
          <table className="list">
            <thead>
              <tr>
                <th scope="col">Route</th>
                <th scope="col" className="wide-only col-services">
                  Service
                </th>
                <th scope="col" className="number col-duration">
                  p75
                </th>
                <th scope="col" className="number wide-only col-duration">
                  Before
                </th>
                <th scope="col" className="number col-when">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {speeds.map(speed => (
                <tr key={`${speed.what} ${speed.service} ${speed.route}`}>
                  <th scope="row" className="mono" title={looked(speed)}>
                    {speed.route || 'without a route'}
                    {speed.what !== 'duration' && <span className="beside">{speed.what.toUpperCase()}</span>}
                  </th>
                  <td className="wide-only">
                    <ServiceName name={speed.service} />
                  </td>
                  <td className="number">{written(speed.what, speed.now)}</td>
                  <td className="number wide-only muted">
                    {speed.before === undefined ? '' : written(speed.what, speed.before)}
                  </td>
                  <td className="number muted">{changeOf(speed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function looked({ samples, samplesBefore, thinnedBy }: ReleaseSpeed): string {
  const thinned = thinnedBy > 1 ? `, one in ${thinnedBy}` : ''
  return `${countOf(samples, 'measurement')} looked at, ${samplesBefore} before${thinned}`
}

function changeOf({ now, before, samples, samplesBefore }: ReleaseSpeed): string {
  if (before === undefined) return 'none before'
  const fewest = Math.min(samples, samplesBefore)
  return fewest < LEAST_FOR_SHARE ? `too few: ${fewest}` : formatChange(now, before)
}

function written(what: ReleaseSpeed['what'], value: number): string {
  if (what === 'cls') return value.toFixed(3)
  return formatDuration(BigInt(Math.round(what === 'duration' ? value : value * 1e6)))
}
