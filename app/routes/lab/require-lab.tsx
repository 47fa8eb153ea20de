import { Outlet } from 'react-router'
import { settingsContext } from '../../server/settings.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/require-lab.ts'

/** Where the setting does not open the lab, its addresses are as if they were not there. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (!context.get(settingsContext).lab.enabled) throw notFound()
  },
]

/** Without a loader a navigation in the browser would ask the server nothing, and so pass the gate. */
export function loader() {
  return null
}

export default function RequireLab() {
  return <Outlet />
}
