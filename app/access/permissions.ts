import type { Role } from './roles.ts'

/** Whom a request is open to: everybody, signed in or not, or those with a role. */
export type Permission = 'anybody' | Role

interface RoutePermissions {
  /** Reading it: GET and HEAD, as a page, a text or data of a navigation. */
  readonly read: Permission | ((url: URL) => Permission)
  /** Submitting a form to it; no entry for a route without an action. */
  readonly act?: Permission
}

/**
 * Who may do what, by the pattern of each route in `app/routes.ts`. A route without an entry is refused to all, and
 * `permissions.test.ts` finds it. A role decides whether a request is answered, never what the answer is: answers are shared.
 */
export const PERMISSIONS: Readonly<Record<string, RoutePermissions>> = {
  '/': { read: 'viewer' },

  '/issues': { read: 'viewer', act: 'triager' },
  '/issues/:issue': { read: 'viewer', act: 'triager' },
  '/issues/:issue/text': { read: 'viewer' },
  '/found-issues': { read: 'viewer' },
  '/grouping': { read: 'viewer', act: 'admin' },

  '/alerts': { read: 'viewer', act: 'triager' },
  '/alerts/rules/new': { read: 'viewer', act: 'admin' },
  '/alerts/rules/:rule': { read: 'viewer', act: 'admin' },
  '/alerts/channels': { read: 'viewer', act: 'admin' },
  '/alerts/ownership': { read: 'viewer', act: 'admin' },
  '/alerts/why': { read: 'viewer' },

  '/exceptions': { read: 'viewer' },
  '/exceptions/:id': { read: 'viewer' },
  '/exceptions/:id/text': { read: 'viewer' },
  '/digest/:digest': { read: 'viewer' },
  '/e/:digest': { read: 'anybody' },
  '/find': { read: 'viewer' },

  '/traces': { read: 'viewer' },
  '/traces/sql': { read: 'viewer' },
  '/traces/open': { read: 'viewer' },
  '/traces/compare': { read: 'viewer' },
  '/traces/:traceId': { read: 'viewer' },
  '/traces/:traceId/skeleton': { read: 'viewer' },
  '/traces/:traceId/rows': { read: 'viewer' },
  '/traces/:traceId/otlp': { read: 'viewer' },
  '/traces/:traceId/logs/:record': { read: 'viewer' },
  '/traces/:traceId/spans/:span': { read: 'viewer' },
  '/traces/:traceId/spans/:span/data': { read: 'viewer' },

  '/search': { read: 'viewer' },
  '/search/values': { read: 'viewer' },
  '/search-progress': { read: 'viewer' },
  '/saved-searches': { read: 'viewer', act: 'triager' },
  '/logs': { read: 'viewer' },
  '/logs/sql': { read: 'viewer' },

  '/services': { read: 'viewer' },
  '/services/:service': { read: 'viewer' },
  '/services/:service/telemetry': { read: 'viewer' },

  '/noise': { read: 'viewer' },
  '/noise/:rule': { read: 'viewer' },
  '/vitals': { read: 'viewer' },
  '/sessions': { read: 'viewer' },
  '/sessions/:sessionId': { read: 'viewer' },
  '/releases': { read: 'viewer' },
  '/releases/:release': { read: 'viewer' },
  '/users/:userId': { read: 'viewer' },

  '/status': { read: 'viewer' },
  '/theme': { read: 'anybody', act: 'anybody' },
  '/time-zone': { read: 'anybody', act: 'anybody' },
  '/no-scripts': { read: 'anybody' },

  '/sign-in': { read: 'anybody', act: 'anybody' },
  '/sign-in/callback': { read: 'anybody' },
  '/sign-out': { read: 'anybody', act: 'anybody' },
  '/invitation': { read: 'anybody', act: 'anybody' },
  '/account': { read: 'viewer', act: 'viewer' },
  '/settings/people': { read: 'admin', act: 'admin' },
  '/settings/tokens': { read: 'viewer', act: 'viewer' },
  '/settings/audit': { read: 'admin' },

  '/lab': { read: 'admin', act: 'admin' },
  '/lab/*': { read: 'admin', act: 'admin' },

  // Its operations have permissions of their own: app/api/operations.ts.
  '/api/v1/*': { read: 'anybody', act: 'anybody' },
  // Its tools ask these operations, for the reader of a token.
  '/mcp': { read: 'anybody', act: 'anybody' },
  '/curl/:list': { read: 'viewer' },

  '/livez': { read: 'anybody' },
  // Whether a trace is stored is told to readers alone.
  '/readyz': { read: ({ searchParams }) => (searchParams.has('trace') ? 'viewer' : 'anybody') },
  '/ingested/:traceId': { read: 'viewer' },

  '/*': { read: 'viewer', act: 'viewer' },
}

/** @returns `undefined` if nobody may: a route without an entry, or a form for one without an action. */
export function findPermission(pattern: string, method: string, url: URL): Permission | undefined {
  const route = permissionsOf(pattern)
  if (method !== 'GET' && method !== 'HEAD') return route?.act
  return typeof route?.read === 'function' ? route.read(url) : route?.read
}

function permissionsOf(pattern: string): RoutePermissions | undefined {
  // Of middleware, React Router's patterns have no slash at their beginning.
  const path = `/${pattern.replace(/^\/+|\/+$/g, '')}`
  if (Object.hasOwn(PERMISSIONS, path)) return PERMISSIONS[path]
  return path.startsWith('/lab/') ? PERMISSIONS['/lab/*'] : undefined
}
