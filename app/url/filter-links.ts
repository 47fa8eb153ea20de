import { redirect } from 'react-router'

/**
 * The same address with some parameters changed. Without `before` among the changes the list starts at its first page again.
 *
 * @param changes `undefined` and `''` remove a parameter
 * @returns `?…`, or `?` alone when no parameter is left, so that a link clears the others
 */
export function withParams(params: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): string {
  const next = new URLSearchParams(params)
  next.delete('before')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return `?${withoutEmpty(next)}`
}

/**
 * A form sends its empty fields too: leads to the same address without them, so that what people share is short.
 *
 * @throws a redirection, where a parameter is empty
 */
export function redirectWithoutEmptyParams({ pathname, searchParams }: URL): void {
  const filled = withoutEmpty(searchParams)
  if (filled.size < searchParams.size) throw redirect(filled.size === 0 ? pathname : `${pathname}?${filled}`)
}

function withoutEmpty(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([, value]) => value.trim() !== ''))
}
