import { Link } from 'react-router'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { alertRulePath, eventSilencePath } from '../../url/alert-address.ts'
import type { Told } from './describe-told.ts'
import type { ShownEvent } from './show-events.server.ts'

interface EventTableProps {
  readonly caption: string
  readonly events: readonly ShownEvent[]
  readonly nowMs: number
  /** False where all fire. @default true */
  readonly hasType?: boolean
  /** False on the page of the rule. @default true */
  readonly hasRule?: boolean
  /** Whether what can be silenced is. @default false */
  readonly canSilence?: boolean
}

/** Events of rules: what, why, since when, and who was told. */
export function EventTable({
  caption,
  events,
  nowMs,
  hasType = true,
  hasRule = true,
  canSilence = false,
}: EventTableProps) {
  const columns: (Column<ShownEvent> | false)[] = [
    {
      name: 'About',
      namesRow: true,
      width: 'col-text',
      cell: ({ label, path, why, ruleName, rule }) => (
        <>
          <Link to={path} className="break">
            {label}
          </Link>
          <span className="narrow-only muted small">
            {' '}
            {why}
            {hasRule && (
              <>
                {' · '}
                <ScopedLink to={alertRulePath(rule)}>{ruleName}</ScopedLink>
              </>
            )}
          </span>
        </>
      ),
    },
    hasType && { name: 'Event', width: 'col-small', cell: ({ what }) => <EventMark what={what} /> },
    { name: 'Why', cell: ({ why }) => why, title: ({ why }) => why, shown: 'wide' },
    events.some(({ value }) => value !== '') && {
      name: 'Value',
      isNumber: true,
      width: 'col-small',
      shown: 'roomy',
      cell: ({ value }) => value,
    },
    hasRule && {
      name: 'Rule',
      width: 'col-type',
      shown: 'wide',
      cell: ({ rule, ruleName }) => <ScopedLink to={alertRulePath(rule)}>{ruleName}</ScopedLink>,
    },
    { name: 'Told', width: 'col-wide', cell: ({ told }) => <ToldList told={told} /> },
    { name: 'When', width: 'col-when', cell: ({ atNs }) => <RelativeTime atNs={atNs} nowMs={nowMs} /> },
    canSilence && {
      name: 'Actions',
      width: 'col-small',
      shown: 'wide',
      cell: ({ id, label }) => (
        <ScopedLink to={`${eventSilencePath(id)}#silence`} aria-label={`Silence ${label}`}>
          Silence
        </ScopedLink>
      ),
    },
  ]
  return (
    <div className="panel">
      <DataTable caption={caption} className="wraps" rows={events} keyOf={({ id }) => id} columns={columns} />
    </div>
  )
}

const MARKS = { firing: 'bad', reminder: 'bad', flapping: 'warn', resolved: 'good' } as const

function EventMark({ what }: Pick<ShownEvent, 'what'>) {
  return <span className={`mark ${MARKS[what]}`}>{what}</span>
}

function ToldList({ told }: { readonly told: readonly Told[] }) {
  return told.map(({ channel, text, level }, index) => (
    <span
      key={`${channel} ${text}`}
      className={level === 'good' ? undefined : level}
      title={`${channel} ${text}`.trim()}
    >
      {index > 0 && '; '}
      {channel} {text}
    </span>
  ))
}
