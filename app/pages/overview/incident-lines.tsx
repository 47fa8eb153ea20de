import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import type { Incident } from './find-incident.ts'

interface IncidentLinesProps {
  readonly incident: Incident | undefined
}

/** Says what broke, in a line for each fact that the figures below do not have; empty if nothing did. */
export function IncidentLines({ incident }: IncidentLinesProps) {
  if (incident === undefined) return null
  const { rises, recent, isOver, causes, lines, slower, slowerText } = incident
  return (
    <div className={`notice ${rises && (isOver ? 'warn-notice' : 'bad-notice')}`}>
      {(recent || rises) && (
        <p>
          <strong>{recent || rises}</strong>
        </p>
      )}
      <ul>
        <Lines lines={causes} />
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
