import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatTimeOfDay, isoTimestamp } from '../../format/time.ts'
import { zoneAt, zoneKind } from '../../format/time-zone.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { tracePath } from '../../url/trace-view.ts'
import type { EventRow } from './describe-event.ts'
import type { TimedRow } from './describe-steps.ts'

type Step = EventRow & Partial<TimedRow>

interface EventTableProps {
  /** Oldest first. */
  readonly steps: readonly Step[]
  readonly caption: string
  /** The end of the events, Unix nanoseconds: their times are relative to it. @default they have their own */
  readonly untilNs?: bigint
  /** Without a column of routes. */
  readonly namesRoutes?: boolean
  /** The services of a trace, by trace id. @default the event's own service */
  readonly servicesOf?: Readonly<Record<string, readonly string[]>>
  /** The event that the page is about. */
  readonly shown?: Pick<SessionEvent, 'id' | 'atNs'>
}

const NONE = {}

/** The events of a session, one a row; each links to its exception or trace. */
export function EventTable({ steps, caption, untilNs, namesRoutes, servicesOf = NONE, shown }: EventTableProps) {
  const hasClock = untilNs === undefined
  const columns: readonly (Column<Step> | false)[] = [
    hasClock && {
      name: `At (${zoneKind()})`,
      isNumber: true,
      shown: 'wide',
      width: 'col-exact',
      look: 'muted mono',
      cell: ({ elapsed, atNs }) => elapsed !== '' && formatTimeOfDay(atNs),
    },
    {
      name: hasClock ? 'After' : 'Before',
      isNumber: true,
      width: 'col-when',
      look: 'muted',
      cell: ({ elapsed, atNs }) =>
        elapsed !== '' && (
          <time dateTime={isoTimestamp(atNs)} title={`${formatTimeOfDay(atNs)} ${zoneAt(atNs)}`}>
            {hasClock ? elapsed : formatUntilEnd(atNs, untilNs)}
          </time>
        ),
    },
    { name: 'Event', namesRow: true, cell: step => <EventText step={step} /> },
    !namesRoutes && { name: 'Route', shown: 'wide', width: 'col-service', look: 'mono', cell: ({ route }) => route },
    {
      name: 'Services',
      shown: 'wide',
      width: servicesOf === NONE ? 'col-service' : 'col-text',
      look: 'services',
      cell: ({ services, isRoot, traceId, service }) =>
        (services ?? ((isRoot && servicesOf[traceId]) || [service])).flatMap(name => [
          <ServiceName key={name} name={name} />,
          ' ',
        ]),
    },
    {
      name: 'Duration',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ({ kind, durationNs }) => (kind === 'span' ? formatDuration(durationNs) : ''),
    },
  ]
  return (
    <div className="panel">
      <DataTable
        className="events"
        caption={caption}
        columns={columns}
        rows={steps}
        keyOf={({ atNs, id }) => `${atNs} ${id}`}
        rowProps={({ failed, id, atNs }) => ({
          className: failed ? 'tinted' : undefined,
          'aria-current': id === shown?.id && atNs === shown.atNs ? 'step' : undefined,
        })}
      />
    </div>
  )
}

const formatUntilEnd = (atNs: bigint, untilNs: bigint) => (atNs === untilNs ? '0 ms' : formatDuration(untilNs - atNs))

function EventText({ step }: { readonly step: Step }) {
  const { title, detail, mark, facts, state } = step
  const to = eventAddress(step)
  return (
    <div className={step.kind === 'span' && step.isRoot ? 'lead' : 'lead below'}>
      {to === undefined ? (
        <span>{title}</span>
      ) : (
        <ScopedLink to={to} className="row-link" data-row="" title={title}>
          {title}
        </ScopedLink>
      )}
      {mark !== undefined && <span className={`mark ${mark.kind}`}>{mark.label}</span>}
      {facts && (
        <span>
          {facts.flatMap(({ label, kind }) => [
            <span key={label} className={`mark ${kind}`}>
              {label}
            </span>,
            ' ',
          ])}
        </span>
      )}
      {state && <span className={`nowrap ${state.isOver ? 'good' : 'bad'}`}>{state.text}</span>}
      {detail !== undefined && <span className="muted">{detail}</span>}
      {step.kind === 'span' && <span className="muted nowrap narrow-only">{formatDuration(step.durationNs)}</span>}
      {step.isOfServer && step.elapsed !== '' && (
        <span className="narrow-only">
          <ServiceName name={step.service} />
        </span>
      )}
      {step.wait && <span className="muted nowrap">{step.wait}</span>}
    </div>
  )
}

function eventAddress(step: SessionEvent): string | undefined {
  if (step.kind === 'exception') return exceptionPath(step)
  return step.traceId === '' ? undefined : tracePath(step)
}
