import { Outlet } from 'react-router'
import { settingsContext } from '../../data/settings.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/require-lab.ts'

/** Unless the setting enables the lab, its URLs do not exist. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (!context.get(settingsContext).lab.enabled) throw notFound()
  },
]

/** Without a loader a navigation in the browser would not reach the server, and so would bypass the check. */
export function loader() {
  return null
}

export default function RequireLab() {
  return <Outlet />
}
