import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatTimeOfDay, isoTimestamp } from '../../format/time.ts'
import { zoneAt, zoneKind } from '../../format/time-zone.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { tracePath } from '../../url/trace-view.ts'
import type { EventRow } from './describe-event.ts'
import type { TimedRow } from './describe-steps.ts'

interface EventTableProps {
  /** Oldest first. */
  readonly steps: readonly (EventRow & Partial<TimedRow>)[]
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
  return (
    <div className="panel">
      <table className="list events">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {hasClock && (
              <th scope="col" className="number wide-only col-exact">
                At ({zoneKind()})
              </th>
            )}
            <th scope="col" className="number col-when">
              {hasClock ? 'After' : 'Before'}
            </th>
            <th scope="col">Event</th>
            {!namesRoutes && (
              <th scope="col" className="wide-only col-service">
                Route
              </th>
            )}
            <th scope="col" className={`wide-only ${servicesOf === NONE ? 'col-service' : 'col-text'}`}>
              Services
            </th>
            <th scope="col" className="number wide-only col-duration">
              Duration
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(step => (
            <tr
              key={`${step.atNs} ${step.id}`}
              className={step.failed ? 'tinted' : undefined}
              aria-current={step.id === shown?.id && step.atNs === shown.atNs ? 'step' : undefined}
            >
              {hasClock && (
                <td className="number wide-only muted mono">{step.elapsed !== '' && formatTimeOfDay(step.atNs)}</td>
              )}
              <td className="number muted">
                {step.elapsed !== '' && (
                  <time dateTime={isoTimestamp(step.atNs)} title={`${formatTimeOfDay(step.atNs)} ${zoneAt(step.atNs)}`}>
                    {hasClock ? step.elapsed : formatUntilEnd(step.atNs, untilNs)}
                  </time>
                )}
              </td>
              <th scope="row">
                <EventText step={step} />
              </th>
              {!namesRoutes && <td className="wide-only mono">{step.route}</td>}
              <td className="wide-only services">
                {(step.services ?? ((step.isRoot && servicesOf[step.traceId]) || [step.service])).flatMap(service => [
                  <ServiceName key={service} name={service} />,
                  ' ',
                ])}
              </td>
              <td className="number wide-only">{step.kind === 'span' ? formatDuration(step.durationNs) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const formatUntilEnd = (atNs: bigint, untilNs: bigint) => (atNs === untilNs ? '0 ms' : formatDuration(untilNs - atNs))

function EventText({ step }: { readonly step: EventRow & Partial<TimedRow> }) {
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
