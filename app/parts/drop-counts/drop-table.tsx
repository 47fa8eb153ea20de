import { DROP_RULE_NAMES } from '../../../store/noise/drop-rules.ts'
import type { RuleDropCount } from '../../../store/pipeline/get-pipeline-status.ts'
import { formatCount } from '../../format/count.ts'
import { formatDropRuleTitle } from '../../format/drop-rule.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
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
  const filters = new Set([...FILTERS, ...drops.map(({ filter }) => filter)])
  const rows = [...filters].map(filter => {
    const of = drops.filter(drop => drop.filter === filter)
    return { filter, spans: sumDropped(of, 'spans'), logs: sumDropped(of, 'logs'), reportedNs: of[0]?.reportedNs }
  })
  const columns: readonly Column<(typeof rows)[number]>[] = [
    {
      name: 'Rule',
      namesRow: true,
      title: ({ filter }) => filter,
      cell: ({ filter }) => formatDropRuleTitle(filter.replace(/^filter\//, '')),
    },
    {
      name: 'Spans',
      isNumber: true,
      width: 'col-count',
      look: ({ spans }) => mutedIfNone(spans),
      cell: ({ spans }) => formatCount(spans),
    },
    {
      name: 'Log records',
      isNumber: true,
      width: 'col-duration',
      look: ({ logs }) => mutedIfNone(logs),
      cell: ({ logs }) => formatCount(logs),
    },
    {
      name: 'Last report',
      isNumber: true,
      shown: 'wide',
      width: 'col-when',
      look: 'muted',
      cell: ({ reportedNs }) =>
        reportedNs === undefined ? 'no report' : <RelativeTime atNs={reportedNs} nowMs={nowMs} />,
    },
  ]
  return (
    <div className="panel">
      <DataTable
        className="wraps"
        caption={`Dropped by rule, ${range}`}
        columns={columns}
        rows={rows}
        keyOf={({ filter }) => filter}
      />
    </div>
  )
}

const mutedIfNone = (dropped: number) => (dropped === 0 ? 'muted' : undefined)

function sumDropped(drops: readonly RuleDropCount[], signal: RuleDropCount['signal']): number {
  return drops.filter(drop => drop.signal === signal).reduce((sum, drop) => sum + drop.dropped, 0)
}
