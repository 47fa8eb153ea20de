/** Stands where a value was taken out, as the URL conventions of OpenTelemetry ask. */
const redacted = 'REDACTED'
const maxChars = 2_000
/** Where React's production build sends the reader: what it puts behind are words of React's own message. */
const reactErrors = /^https:\/\/(?:react\.dev\/errors|reactjs\.org\/docs\/error-decoder\.html)\b/

/**
 * Takes out of a URL what may be private: credentials, the fragment, and every query value whose name is not allowed; a word of the query
 * without a value as well. Names of other query parameters and the path stay, 2,000 characters at most; of `data:` and `blob:` the scheme alone.
 *
 * @param url Absolute, or a path with a query.
 * @param allowedParams Names of query parameters whose values may be kept. None by default.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/url/ for what `url.full` and `url.query` ask
 */
export function scrubUrl(url: string, allowedParams: readonly string[] = []): string {
  const [scheme] = /^(?:data|blob):/i.exec(url) ?? []
  if (scheme !== undefined) return scheme
  const [, base = '', values = ''] = /^([^?#]*)\??([^#]*)/.exec(url) ?? []
  const query = scrubQuery(values, reactErrors.test(base) ? [...allowedParams, 'args[]'] : allowedParams)
  const scrubbed = base.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//') + (query && `?${query}`)
  return scrubbed.slice(0, maxChars)
}

/** The same for a query alone, without its question mark. */
export function scrubQuery(query: string, allowedParams: readonly string[] = []): string {
  return query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const [name = '', value] = pair.split('=', 2)
      if (allowedParams.includes(name)) return pair
      // A word alone may be the secret itself, as in a link to log in by. `index` is React Router's.
      return value ? `${name}=${redacted}` : name === 'index' ? name : redacted
    })
    .join('&')
}
