import { NavLink, useSearchParams } from 'react-router'
import { ALERTS_PATH, CHANNELS_PATH, OWNERSHIP_PATH, whyPath } from '../../url/alert-address.ts'
import { scopedPath } from '../../url/scope.ts'

/** The pages about alerts. */
export function AlertsNavigation() {
  const [params] = useSearchParams()
  return (
    <nav aria-label="Alerts" className="tabs">
      <NavLink to={scopedPath(ALERTS_PATH, params)} end>
        Alerts
      </NavLink>
      <NavLink to={scopedPath(CHANNELS_PATH, params)}>Channels</NavLink>
      <NavLink to={scopedPath(OWNERSHIP_PATH, params)}>Ownership</NavLink>
      <NavLink to={scopedPath(whyPath({}), params)}>Why not told?</NavLink>
    </nav>
  )
}
