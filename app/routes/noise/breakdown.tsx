import type { ReactNode } from 'react'
import type { DropsByName } from '../../../store/noise/list-drops-by.ts'
import { formatAmount } from '../../format/amount.ts'

interface BreakdownProps {
  /** `service`, as in "By service". */
  readonly by: string
  /** Text for rows without a value. */
  readonly without: string
  readonly rows: readonly DropsByName[]
  /** What the numbers count, in a sentence. */
  readonly note?: ReactNode
}

/** Drops by one dimension; bars are relative to the first row. Nothing if nothing was dropped. */
export function DropBreakdownTable({ by, without, rows, note }: BreakdownProps) {
  const [first] = rows
  if (first === undefined) return null
  return (
    <section aria-label={`By ${by}`}>
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
                    <rect
                      width={`${Math.max(1, Math.round((100 * removed) / Math.max(1, first.removed)))}%`}
                      height="100%"
                      rx="2"
                    />
                  </svg>
                </td>
                <td className="number">{formatAmount(removed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note !== undefined && <p className="muted small note">{note}</p>}
    </section>
  )
}
