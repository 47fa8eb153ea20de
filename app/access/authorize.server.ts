import { data, type MiddlewareFunction, redirect } from 'react-router'
import { accessContext } from './access.server.ts'
import { findPermission } from './permissions.ts'
import { type Reader, readerContext } from './reader.ts'
import { includesRole, type Role } from './roles.ts'
import { SIGN_IN_REFUSALS } from './sign-in-refusals.ts'
import { toOutage } from './tell-outage.server.ts'

/**
 * The only place that decides whether a request is answered: it runs before every loader and action, those of data requests included.
 * Where readers sign in, a route without an entry in {@link PERMISSIONS} is refused.
 *
 * @throws A redirect to the sign-in page for who is not signed in, 403 for a role that may not, 503 if accounts cannot be read.
 */
export const authorize: MiddlewareFunction<Response> = async ({ request, context, url, pattern }, next) => {
  const access = context.get(accessContext)
  const permission = findPermission(pattern, request.method, url)
  const { reader, cookies, refused } = await access.findReader(request).catch(error => {
    // Health checks and the sign-in page answer without accounts.
    if (permission === 'anybody') return { reader: undefined, cookies: [], refused: undefined }
    throw toOutage(error)
  })
  context.set(readerContext, reader ?? null)
  if (access.mode !== 'none' && permission !== 'anybody') {
    if (permission === undefined) throw forbidden('Nobody may do this.')
    if (reader === undefined && refused !== undefined) throw forbidden(SIGN_IN_REFUSALS[refused])
    if (reader === undefined)
      throw redirect(signInPath(url), { headers: cookies.map(cookie => ['set-cookie', cookie]) })
    if (!includesRole(reader.role, permission)) throw forbidden(describeMissingRole(permission, reader.role), reader)
  }
  const response = await next()
  for (const cookie of cookies) if (!setsCookie(response, cookie)) response.headers.append('set-cookie', cookie)
  return response
}

/** The sign-in page that leads back to a page. */
export function signInPath({ pathname, search }: URL): string {
  return pathname === '/' && search === '' ? '/sign-in' : `/sign-in?${new URLSearchParams({ back: pathname + search })}`
}

const describeMissingRole = (needed: Role, has: Role) =>
  `This needs the role ${needed}; yours is ${has}. An administrator can change it.`

/** @param reader to be named in the header, since no loader runs */
function forbidden(why: string, reader?: Reader) {
  const shown = reader && { name: reader.name, role: reader.role, people: [] }
  return data({ forbidden: why, reader: shown }, { status: 403, statusText: 'Forbidden' })
}

/** What the route itself set, as at a sign-out, holds. */
function setsCookie(response: Response, cookie: string): boolean {
  const [name = ''] = cookie.split('=')
  return response.headers.getSetCookie().some(set => set.startsWith(`${name}=`))
}
