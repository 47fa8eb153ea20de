import { data, Outlet } from 'react-router'
import type { Route } from './+types/require-same-origin.ts'

/**
 * Causes nothing if another site sent the visitor here, even from another port of this machine: its text would be stored. The response has
 * a link; following it is the visitor's decision. Over plain HTTP browsers send this header only for loopback.
 */
export const middleware: Route.MiddlewareFunction[] = [
  function requireSameOrigin({ request }) {
    const site = request.headers.get('sec-fetch-site') ?? 'none'
    if (site !== 'same-origin' && site !== 'none') {
      const forbidden =
        'Another site linked to this address, which triggers a failure. Follow the link below to trigger it yourself.'
      throw data({ forbidden }, { status: 403, statusText: 'Forbidden' })
    }
  },
]

export default function RequireSameOrigin() {
  return <Outlet />
}
