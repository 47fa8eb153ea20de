import { WAIT_FOR_ALL } from '../url/filter-links.ts'

/**
 * A path of this site to lead back to, resolved as browsers do: to them `//host`, `/\host` and `/<tab>/host` are other sites, and so is
 * `/.//host` when normalized. Not to wait for all parts of the page again.
 */
export function sameSitePath(back: unknown): string {
  const here = 'http://here.invalid'
  const url = typeof back === 'string' ? URL.parse(back, here) : null
  if (url?.searchParams.has(WAIT_FOR_ALL)) url.searchParams.delete(WAIT_FOR_ALL)
  return url?.origin === here && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}
