import { nsOfMs } from '../../../store/units.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { alertRulePath } from '../../url/alert-address.ts'
import type { ShownRule } from './rule-states.server.ts'

/** All rules: what each watches, whom it tells, and how it stands. */
export function RuleTable({ rules, nowMs }: { readonly rules: readonly ShownRule[]; readonly nowMs: number }) {
  return (
    <div className="panel">
      <DataTable
        labelledBy="rules"
        className="wraps"
        rows={rules}
        keyOf={({ id }) => id}
        columns={listColumns(nowMs)}
      />
    </div>
  )
}

const STATE_COLOURS = {
  firing: 'bad',
  pending: 'warn',
  quiet: 'good',
  'no data': 'warn',
  'not judged': 'warn',
  off: '',
} as const

export function RuleState({ state }: Pick<ShownRule, 'state'>) {
  return <span className={`mark ${STATE_COLOURS[state]}`}>{state}</span>
}

const listColumns = (nowMs: number): Column<ShownRule>[] => [
  {
    name: 'Rule',
    namesRow: true,
    width: 'col-type',
    cell: ({ id, name }) => (
      <ScopedLink to={alertRulePath(id)} className="row-link">
        {name}
      </ScopedLink>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => kind, width: 'col-service', shown: 'roomy' },
  { name: 'Watches', cell: ({ watches }) => watches, title: ({ watches }) => watches, shown: 'wide' },
  {
    name: 'Tells',
    width: 'col-type',
    cell: ({ channels }) => (channels.length === 0 ? <span className="warn">nobody</span> : channels.join(', ')),
  },
  {
    name: 'State',
    width: 'col-wide',
    title: ({ why }) => why || undefined,
    cell: ({ state, why }) => (
      <>
        <RuleState state={state} /> <span className="muted small wide-only">{why}</span>
      </>
    ),
  },
  {
    name: 'Evaluated',
    width: 'col-when',
    shown: 'wide',
    cell: ({ evaluatedMs }) =>
      evaluatedMs === undefined ? 'never' : <RelativeTime atNs={nsOfMs(evaluatedMs)} nowMs={nowMs} />,
  },
]
