import type { AffectedSessions } from '../../../store/sessions/count-affected-sessions.ts'
import { pluralize } from '../../format/count.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import type { Incident } from './find-incident.ts'

interface IncidentLinesProps {
  readonly incident: Incident | undefined
  readonly sessions: QueryResult<AffectedSessions> | Promise<QueryResult<AffectedSessions>>
}

/** Says what broke, and for whom, in a line for each fact; empty if nothing did. */
export function IncidentLines({ incident, sessions }: IncidentLinesProps) {
  if (incident === undefined) return null
  const { rises, recent, isOver, causes, lines, slower, slowerText } = incident
  const affected = (
    <DeferredValue result={sessions} fallback="">
      {({ now }) => now > 0 && `, ${pluralize(now, 'session')} affected`}
    </DeferredValue>
  )
  return (
    <div className={`notice ${rises && (isOver ? 'warn-notice' : 'bad-notice')}`}>
      {(recent || rises) && (
        <p>
          <strong>{recent || rises}</strong>
          {recent === '' && affected}
        </p>
      )}
      <ul>
        <Lines lines={causes} />
        {recent && rises && (
          <li>
            <strong>{rises.match(/^\D+/)}</strong>
            {rises.replace(/^\D+/, '')}
            {affected}
          </li>
        )}
        <Lines lines={lines} />
        <Lines lines={slower} className="wide-only" />
        {slowerText && (
          <li className="narrow-only">
            <p>
              <a href="#slower">{slowerText}</a>
            </p>
          </li>
        )}
      </ul>
    </div>
  )
}

function Lines({ lines, className }: { readonly lines: Incident['lines']; readonly className?: string }) {
  return lines.map(line => (
    <li key={JSON.stringify(line)} className={className}>
      <p>
        {line.map(part => {
          if (typeof part === 'string') return part
          const Weight = part.isSubject ? 'strong' : 'span'
          return (
            <Weight key={part.to}>
              <ScopedLink to={part.to}>{part.text}</ScopedLink>
            </Weight>
          )
        })}
      </p>
    </li>
  ))
}
