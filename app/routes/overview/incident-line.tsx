import { Fragment } from 'react'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import type { Incident } from './find-incident.ts'

/** What broke, in one line; nothing if nothing did. */
export function IncidentLine({ incident }: { readonly incident: Incident | undefined }) {
  if (incident === undefined) return null
  const { rises, release, ongoing } = incident
  return (
    <p className={`notice ${rises && 'bad-notice'}`}>
      <strong>{rises}</strong>
      {[release, ongoing].map(
        part =>
          part && (
            <Fragment key={part.to}>
              {part.before}
              <ScopedLink to={part.to}>{part.link}</ScopedLink>
              {part.after}
            </Fragment>
          ),
      )}
    </p>
  )
}
