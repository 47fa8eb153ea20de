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
  for (const [name, value] of [...next]) if (value === '') next.delete(name)
  return `?${next}`
}
