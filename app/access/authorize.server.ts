import { data, type MiddlewareFunction, redirect } from 'react-router'
import { StoreError } from '../../store/store-error.ts'
import { accessContext } from './access.server.ts'
import { SecretKeyError } from './account-log.server.ts'
import { findPermission } from './permissions.ts'
import { type Reader, readerContext } from './reader.ts'
import { includesRole, type Role } from './roles.ts'
import { SIGN_IN_REFUSALS } from './sign-in-refusals.ts'
import { toOutage } from './tell-outage.server.ts'

/**
 * The only place that decides whether a request is answered, but for those to the API and of agents (app/api/answer.server.ts, app/pages/agents/answer-mcp.server.ts): it runs before every loader and action, those of data requests included.
 * Where readers sign in, a route without an entry in {@link PERMISSIONS} is refused.
 *
 * @returns 401 for a token that is unknown or no longer valid; else what the route answers
 * @throws A redirect to the sign-in page for who is not signed in, 403 for a role that may not, 503 if accounts cannot be read.
 */
export const authorize: MiddlewareFunction<Response> = async ({ request, context, url, pattern }, next) => {
  if (isApi(pattern)) {
    context.set(readerContext, null)
    return next()
  }
  const access = context.get(accessContext)
  const permission = findPermission(pattern, request.method, url)
  const { reader, cookies, refused } = await access.findReader(request).catch(error => {
    // Health checks and the sign-in page answer without accounts.
    const isOutage = error instanceof StoreError || error instanceof SecretKeyError
    if (permission === 'anybody' && isOutage) return { reader: undefined, cookies: [], refused: undefined }
    throw toOutage(error)
  })
  context.set(readerContext, reader ?? null)
  if (access.mode !== 'none' && permission !== 'anybody') {
    if (permission === undefined) throw forbidden('Nobody may do this.')
    if (reader === undefined) {
      if (sendsToken(request)) return invalidToken()
      if (refused !== undefined) throw forbidden(SIGN_IN_REFUSALS[refused])
      throw redirect(signInPath(url), { headers: cookies.map(cookie => ['set-cookie', cookie]) })
    }
    if (!includesRole(reader.role, permission)) throw forbidden(describeMissingRole(permission, reader.role), reader)
  }
  const response = await next()
  for (const cookie of cookies) if (!setsCookie(response, cookie)) response.headers.append('set-cookie', cookie)
  return response
}

/** Each operation of the API has a permission of its own (app/api/operations.ts), and knows readers by tokens alone. */
const isApi = (pattern: string) => ['api/v1/*', 'mcp'].includes(pattern.replace(/^\//, ''))

const sendsToken = ({ headers }: Request) => /^Bearer\s+errata_/i.test(headers.get('authorization') ?? '')

/** A program is not led to a page. @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
const invalidToken = () =>
  new Response('This token is unknown, has expired or was ended.\n', {
    status: 401,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"', 'cache-control': 'no-store' },
  })

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

/** True if the route itself set this cookie, as at a sign-out: then its own value holds. */
function setsCookie(response: Response, cookie: string): boolean {
  const [name = ''] = cookie.split('=')
  return response.headers.getSetCookie().some(set => set.startsWith(`${name}=`))
}
