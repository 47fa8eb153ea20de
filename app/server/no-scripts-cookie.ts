import { WAIT_FOR_ALL } from '../url/filter-links.ts'

const COOKIE = 'errata_scripts=off'
/** If a reader enables scripts again, pages stop waiting after at most this time. */
const MAX_AGE_S = 3_600

/** Whether the browser runs no scripts: only then does it request the picture in `noscript`. */
export function hasNoScripts(request: Request): boolean {
  return (request.headers.get('cookie') ?? '').split(/; ?/).includes(COOKIE)
}

/**
 * Where a browser that runs no scripts finds the first page of its visit complete: nothing can be added to that page, and the server does
 * not know the browser yet. Always complete, so that a browser without cookies is not sent on again.
 *
 * @returns `undefined` for pages that wait for their parts
 */
export function completePage(request: Request, { searchParams }: URL): string | undefined {
  if (hasNoScripts(request) || searchParams.has(WAIT_FOR_ALL)) return undefined
  return `?${new URLSearchParams([...searchParams, [WAIT_FOR_ALL, '1']])}`
}

/** Headers of that picture's response. It is requested again before the cookie expires. */
export const NO_SCRIPTS_HEADERS = {
  'set-cookie': `${COOKIE}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax`,
  'cache-control': `private, max-age=${MAX_AGE_S / 2}`,
}
