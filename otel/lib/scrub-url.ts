/** Stands where a value was taken out, as the URL conventions of OpenTelemetry ask. */
const redacted = 'REDACTED'

/**
 * Takes out of a URL what may be private: credentials, the fragment, and every query value whose name is not allowed.
 * Names of query parameters and the path stay. A text that is no URL loses everything from the first `?` or `#`.
 *
 * @param url Absolute, or a path with a query.
 * @param allowedParams Names of query parameters whose values may be kept. None by default.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/url/ for what `url.full` and `url.query` ask
 */
export function scrubUrl(url: string, allowedParams: readonly string[] = []): string {
  const [beforeFragment = ''] = url.split('#', 1)
  const queryAt = beforeFragment.indexOf('?')
  const base = queryAt < 0 ? beforeFragment : beforeFragment.slice(0, queryAt)
  const withoutCredentials = base.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//')
  if (queryAt < 0) return withoutCredentials
  const query = scrubQuery(beforeFragment.slice(queryAt + 1), allowedParams)
  return query === '' ? withoutCredentials : `${withoutCredentials}?${query}`
}

/** The same for a query alone, without its question mark. */
export function scrubQuery(query: string, allowedParams: readonly string[] = []): string {
  return query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const equalsAt = pair.indexOf('=')
      const name = equalsAt < 0 ? pair : pair.slice(0, equalsAt)
      return equalsAt < 0 || allowedParams.includes(name) ? pair : `${name}=${redacted}`
    })
    .join('&')
}
