import { sessionName } from '../../format/session-name.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { sessionPath, userPath } from '../../url/page-paths.ts'

interface AffectedLinkProps {
  readonly session: string
  /** '' if unknown. */
  readonly user: string
  readonly keys?: string | undefined
}

/** Leads to an affected user, or to a session whose user is unknown. */
export function AffectedLink({ session, user, keys }: AffectedLinkProps) {
  return (
    <ScopedLink to={user === '' ? sessionPath(session) : userPath(user)} aria-keyshortcuts={keys}>
      {user || sessionName(session)}
    </ScopedLink>
  )
}
