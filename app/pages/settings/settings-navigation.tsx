import { NavLink } from 'react-router'
import { useIsAdmin } from '../../ui/layout/use-reader.ts'

/** The pages of settings that the reader may read. */
export function SettingsNavigation() {
  const isAdmin = useIsAdmin()
  return (
    <nav aria-label="Settings" className="tabs">
      {isAdmin && <NavLink to="/settings/people">People</NavLink>}
      <NavLink to="/settings/tokens">Tokens</NavLink>
      {isAdmin && <NavLink to="/settings/audit">Audit</NavLink>}
    </nav>
  )
}
