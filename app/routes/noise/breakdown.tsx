import type { DropsBreakdown, DropsByName } from '../../../store/noise/list-drops-by.ts'
import { formatAmount } from '../../format/amount.ts'

interface BreakdownProps {
  readonly of: DropsBreakdown
  /** By browser, if samples tell. */
  readonly browsers?: readonly DropsByName[]
  readonly className?: string
}

/** Where the drops came from: a table of each dimension with several values, the others in one line. Nothing if nothing was dropped. */
export function DropBreakdown({ of, browsers = [], className }: BreakdownProps) {
  const dimensions = [
    { by: 'service', without: 'unnamed', rows: of.service },
    { by: 'route', without: 'no route', rows: of.route },
    { by: 'release', without: 'no release', rows: of.release },
    { by: 'environment', without: 'no environment', rows: of.environment },
    { by: 'browser', without: 'unknown', rows: browsers },
  ].filter(({ rows }) => rows.some(({ name }) => name !== ''))
  const single = dimensions.filter(({ rows }) => rows.length === 1)
  const several = dimensions.filter(({ rows }) => rows.length > 1)
  if (dimensions.length === 0) return null
  return (
    <section className={className} aria-labelledby="sources">
      <h2 className="break">
        <span id="sources">Sources</span>{' '}
        <span className="muted small">
          {single.length > 0 && `all of ${single.map(({ by, rows }) => `${by} ${rows[0]?.name}`).join(', ')}`}
        </span>
      </h2>
      <div className="breakdowns">
        {several.map(({ by, without, rows }) => (
          <BreakdownTable key={by} by={by} without={without} rows={rows} />
        ))}
      </div>
      {several.some(({ by }) => by === 'browser') && (
        <p className="muted small note">Browsers are those of a random sample of the last 24 h.</p>
      )}
    </section>
  )
}

interface BreakdownTableProps {
  /** `service`, as in "By service". */
  readonly by: string
  /** Text for rows without a value. */
  readonly without: string
  /** Most first; bars are relative to the first. */
  readonly rows: readonly DropsByName[]
}

function BreakdownTable({ by, without, rows }: BreakdownTableProps) {
  const most = Math.max(1, rows[0]?.removed ?? 0)
  return (
    <div className="panel">
      <table className="list breakdown">
        <thead>
          <tr>
            <th scope="col">By {by}</th>
            <th scope="col" className="col-part">
              <span className="visually-hidden">Share</span>
            </th>
            <th scope="col" className="number col-duration">
              Dropped
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, removed }) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {name || <span className="muted">{without}</span>}
              </th>
              <td>
                <svg className="length" aria-hidden="true">
                  <rect width={`${Math.max(1, Math.round((100 * removed) / most))}%`} height="100%" rx="2" />
                </svg>
              </td>
              <td className="number">{formatAmount(removed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
