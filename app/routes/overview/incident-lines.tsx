import type { AffectedSessions } from '../../../store/overview/count-affected-sessions.ts'
import { pluralize } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import type { Incident } from './find-incident.ts'

interface IncidentLinesProps {
  readonly incident: Incident | undefined
  readonly sessions: QueryResult<AffectedSessions> | Promise<QueryResult<AffectedSessions>>
}

/** What broke, and for whom, a line for each fact; nothing if nothing did. */
export function IncidentLines({ incident, sessions }: IncidentLinesProps) {
  if (incident === undefined) return null
  const { rises, recent, isOver, causes, lines } = incident
  return (
    <div className={`notice ${rises && (isOver ? 'warn-notice' : 'bad-notice')}`}>
      {recent !== '' && (
        <p>
          <strong>{recent}</strong>
        </p>
      )}
      {recent !== '' && <Lines of={causes} />}
      {rises !== '' && (
        <p>
          <strong>{recent === '' ? rises : rises.match(/^\D+/)}</strong>
          {recent !== '' && rises.replace(/^\D+/, '')}
          <DeferredValue of={sessions} fallback="">
            {({ now }) => now > 0 && `, ${pluralize(now, 'session')} affected`}
          </DeferredValue>
        </p>
      )}
      {recent === '' && <Lines of={causes} />}
      <Lines of={lines} />
    </div>
  )
}

function Lines({ of }: { readonly of: Incident['lines'] }) {
  return of.map(line => (
    <p key={JSON.stringify(line)}>
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
  ))
}
