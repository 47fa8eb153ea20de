import type { Drop } from '../../store/pipeline/get-pipeline-status.ts'
import { formatCount } from '../format/count.ts'
import { Ago } from './moment.tsx'

/** The Collector's drop rules, and what it drops because the store could not hold it, by the id of their filter processor. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['filter/cross-origin-script-error', 'Cross-origin script errors'],
  ['filter/resize-observer-loop', 'ResizeObserver loop notices'],
  ['filter/health-check', 'Health-check transactions'],
  ['filter/not-found', '404-page trace events'],
  ['filter/no-id', 'Spans without a trace or span id, which could not be told apart'],
])

interface DropTableProps {
  readonly drops: readonly Drop[]
  readonly nowMs: number
  /** Of the counts, such as `last 24 hours`. */
  readonly range: string
}

/** What each drop rule removed. A rule that reported nothing still has its row. */
export function DropTable({ drops, nowMs, range }: DropTableProps) {
  const known = [...RULES.keys()]
  const others = drops.map(drop => drop.filter).filter(filter => !RULES.has(filter))
  return (
    <div className="panel">
      <table className="list drops">
        <caption className="visually-hidden">What the drop rules removed, {range}</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" className="number col-count">
              Spans
            </th>
            <th scope="col" className="number col-duration">
              Log records
            </th>
            <th scope="col" className="number col-when wide-only">
              Last reported
            </th>
          </tr>
        </thead>
        <tbody>
          {[...known, ...new Set(others)].map(filter => {
            const of = drops.filter(drop => drop.filter === filter)
            const [first] = of
            return (
              <tr key={filter}>
                <th scope="row">
                  {RULES.get(filter) ?? filter}
                  <code className="beside">{filter}</code>
                </th>
                <td className="number">{formatCount(dropped(of, 'spans'))}</td>
                <td className="number">{formatCount(dropped(of, 'logs'))}</td>
                <td className="number wide-only">
                  {first === undefined ? (
                    <span className="muted">no report</span>
                  ) : (
                    <Ago atNs={first.reportedNs} nowMs={nowMs} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function dropped(drops: readonly Drop[], signal: Drop['signal']): number {
  return drops.filter(drop => drop.signal === signal).reduce((sum, drop) => sum + drop.dropped, 0)
}
