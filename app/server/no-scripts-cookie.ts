const COOKIE = 'errata_scripts=off'
/** A reader who turns scripts on again gets pages that wait no longer than this. */
const MAX_AGE_S = 3_600

/** Whether a browser has said that it runs no scripts: it fetches the picture in `noscript`, and no other does. */
export function hasNoScripts(request: Request): boolean {
  return (request.headers.get('cookie') ?? '').split(/; ?/).includes(COOKIE)
}

/** Headers of that picture's response. It is fetched again before the cookie ends. */
export const NO_SCRIPTS_HEADERS = {
  'set-cookie': `${COOKIE}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax`,
  'cache-control': `private, max-age=${MAX_AGE_S / 2}`,
}
