import { DROP_RULE_NAMES } from '../../../store/noise/drop-rules.ts'
import type { RuleDropCount } from '../../../store/pipeline/get-pipeline-status.ts'
import { formatCount } from '../../format/count.ts'
import { formatDropRuleTitle } from '../../format/drop-rule.ts'
import { RelativeTime } from '../../ui/times/timestamp.tsx'

const FILTERS = DROP_RULE_NAMES.map(rule => `filter/${rule}`)

interface DropTableProps {
  readonly drops: readonly RuleDropCount[]
  readonly nowMs: number
  /** Time range of the counts, such as `last 24 hours`. */
  readonly range: string
}

/** The drops of each rule. A rule without reports still has a row. */
export function DropTable({ drops, nowMs, range }: DropTableProps) {
  const others = drops.map(drop => drop.filter).filter(filter => !FILTERS.includes(filter))
  return (
    <div className="panel">
      <table className="list wraps">
        <caption className="visually-hidden">Dropped by rule, {range}</caption>
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
              Last report
            </th>
          </tr>
        </thead>
        <tbody>
          {[...FILTERS, ...new Set(others)].map(filter => {
            const of = drops.filter(drop => drop.filter === filter)
            const [first] = of
            return (
              <tr key={filter}>
                <th scope="row" title={filter}>
                  {formatDropRuleTitle(filter.replace(/^filter\//, ''))}
                </th>
                {(['spans', 'logs'] as const).map(signal => {
                  const dropped = sumDropped(of, signal)
                  return (
                    <td key={signal} className={dropped === 0 ? 'number muted' : 'number'}>
                      {formatCount(dropped)}
                    </td>
                  )
                })}
                <td className="number muted wide-only">
                  {first === undefined ? 'no report' : <RelativeTime atNs={first.reportedNs} nowMs={nowMs} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function sumDropped(drops: readonly RuleDropCount[], signal: RuleDropCount['signal']): number {
  return drops.filter(drop => drop.signal === signal).reduce((sum, drop) => sum + drop.dropped, 0)
}
