/** Replaces removed values, as OpenTelemetry's URL conventions require. */
const redacted = 'REDACTED'
const maxChars = 2_000
/** Links in React's production errors, whose parameters are React's own message. */
const reactErrors = /^https:\/\/(?:react\.dev\/errors|reactjs\.org\/docs\/error-decoder\.html)\b/

/**
 * Removes from a URL what may be private: credentials, the fragment, all query values whose name is not allowed, and query words without a
 * value. Names of other parameters and the path stay, at most 2,000 characters; of `data:` and `blob:` only the scheme.
 *
 * @param url Absolute, or a path with a query.
 * @param allowedParams Names of query parameters whose values may be kept. Default: none.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/url/ for `url.full` and `url.query`
 */
export function scrubUrl(url: string, allowedParams: readonly string[] = []): string {
  const [scheme] = /^(?:data|blob):/i.exec(url) ?? []
  if (scheme !== undefined) return scheme
  const [, base = '', values = ''] = /^([^?#]*)\??([^#]*)/.exec(url) ?? []
  const query = scrubQuery(values, reactErrors.test(base) ? [...allowedParams, 'args[]'] : allowedParams)
  const scrubbed = base.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//') + (query && `?${query}`)
  return scrubbed.slice(0, maxChars)
}

/** The same for a query without its question mark. */
export function scrubQuery(query: string, allowedParams: readonly string[] = []): string {
  return query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const [name = '', value] = pair.split('=', 2)
      if (allowedParams.includes(name)) return pair
      // A word alone may be the secret itself, as in a login link. `index` is React Router's.
      return value ? `${name}=${redacted}` : name === 'index' ? name : redacted
    })
    .join('&')
}
