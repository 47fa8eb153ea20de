import { redirect } from 'react-router'

/** The URL parameter that waits for all deferred parts of one page: links do not keep it. */
export const WAIT_FOR_ALL = 'whole'

/** The parameters that select a page of a list. */
export const PAGE_PARAMS: readonly string[] = ['before', 'until', 'around']

/** A change for {@link changeParams} that keeps the list on its page. */
export const samePage = (params: URLSearchParams) =>
  Object.fromEntries(PAGE_PARAMS.map(name => [name, params.get(name) ?? '']))

/**
 * The current URL's query with some parameters changed. Unless its page is among the changes, the list starts at the first one again.
 *
 * @param changes `undefined` and `''` remove a parameter
 * @returns `?…`, or `?` alone if no parameter is left, so that a link clears the others
 */
export function changeParams(params: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): string {
  const next = new URLSearchParams(params)
  const all = { ...samePage(new URLSearchParams()), [WAIT_FOR_ALL]: '', ...changes }
  for (const [name, value = ''] of Object.entries(all)) next.set(name, value)
  return `?${withoutEmpty(next)}`
}

/**
 * Forms send their empty fields too: redirects to the URL without them, so that shared URLs are short.
 *
 * @throws a redirect, if a parameter is empty
 */
export function redirectWithoutEmptyParams({ pathname, searchParams }: URL): void {
  const filled = withoutEmpty(searchParams)
  if (filled.size < searchParams.size) throw redirect(filled.size === 0 ? pathname : `${pathname}?${filled}`)
}

function withoutEmpty(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([, value]) => value.trim() !== ''))
}
