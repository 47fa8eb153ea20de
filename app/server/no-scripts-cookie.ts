const COOKIE = 'errata_scripts=off'
/** If a reader enables scripts again, pages stop waiting after at most this time. */
const MAX_AGE_S = 3_600

/** Whether the browser runs no scripts: only then does it request the picture in `noscript`. */
export function hasNoScripts(request: Request): boolean {
  return (request.headers.get('cookie') ?? '').split(/; ?/).includes(COOKIE)
}

/** Headers of that picture's response. It is requested again before the cookie expires. */
export const NO_SCRIPTS_HEADERS = {
  'set-cookie': `${COOKIE}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax`,
  'cache-control': `private, max-age=${MAX_AGE_S / 2}`,
}
