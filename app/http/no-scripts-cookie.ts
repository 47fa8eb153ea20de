import { createCookie } from 'react-router'
import { WAIT_FOR_ALL } from '../url/filter-links.ts'

/** If a reader enables scripts again, pages stop waiting after at most this time. */
const MAX_AGE_S = 3_600
const cookie = createCookie('errata_scripts', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: MAX_AGE_S })

/** Whether the browser runs no scripts: only then does it request the picture in `noscript`. */
export async function hasNoScripts(request: Request): Promise<boolean> {
  return (await cookie.parse(request.headers.get('cookie'))) === 'off'
}

/**
 * Where a browser that runs no scripts finds the first page of its visit complete: nothing can be added to that page, and the server does
 * not know the browser yet. Always complete, so that a browser without cookies is not sent on again.
 *
 * @returns `undefined` for pages that wait for their parts
 */
export async function completePage(request: Request, { searchParams }: URL): Promise<string | undefined> {
  if (searchParams.has(WAIT_FOR_ALL) || (await hasNoScripts(request))) return undefined
  return `?${new URLSearchParams([...searchParams, [WAIT_FOR_ALL, '1']])}`
}

/** Headers of that picture's response. It is requested again before the cookie expires. */
export const noScriptsHeaders = async () => ({
  'set-cookie': await cookie.serialize('off'),
  'cache-control': `private, max-age=${MAX_AGE_S / 2}`,
})
