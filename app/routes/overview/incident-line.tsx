import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { releasePath } from '../../url/page-paths.ts'
import type { Incident } from './find-incident.ts'

/** What broke, in one line; nothing if nothing did. */
export function IncidentLine({ incident }: { readonly incident: Incident | undefined }) {
  if (incident === undefined) return null
  const { rises, release } = incident
  const text = rises.join(', ')
  return (
    <p className={`notice ${rises.length > 0 ? 'bad-notice' : ''}`}>
      <strong>{text.replace(/^./, first => first.toUpperCase())}</strong>
      {release && (
        <>
          {rises.length > 0 && '; '}
          {release.issues} since <ScopedLink to={releasePath(release.name)}>{release.name}</ScopedLink>
        </>
      )}
    </p>
  )
}
