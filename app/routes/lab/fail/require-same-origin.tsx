import { Outlet } from 'react-router'
import { forbidden } from '../../../url/forbidden.ts'
import type { Route } from './+types/require-same-origin.ts'

/**
 * Causes nothing for whom a page of another site has sent here, be it of another port of this machine: it would store a stranger's words.
 * The page that answers has a link, and following that is the visitor's own wish. Over plain HTTP browsers tell it for loopback alone.
 */
export const middleware: Route.MiddlewareFunction[] = [
  function requireSameOrigin({ request }) {
    const site = request.headers.get('sec-fetch-site') ?? 'none'
    if (site !== 'same-origin' && site !== 'none') {
      throw forbidden(
        'Another site linked to this address, which triggers a failure. Follow the link below to trigger it yourself.',
      )
    }
  },
]

export default function RequireSameOrigin() {
  return <Outlet />
}
