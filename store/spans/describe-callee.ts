type Attributes = Readonly<Record<string, string>>

const METHOD_ONLY = /^(HTTP )?[A-Z]{3,7}$/

/**
 * What a span whose name is only an HTTP method calls, such as `pay.example/charges`; of a span that is not a client, only the path. `''` if
 * its name says more, or nothing is known.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#name for names that are only a method
 */
export function describeCallee(span: {
  readonly name: string
  readonly kind: string
  readonly attributes: Attributes
}) {
  const { name, kind, attributes } = span
  const first = (...keys: readonly string[]) => keys.map(key => attributes[key]).find(Boolean) ?? ''
  const full = first('url.full', 'http.url')
  if (!METHOD_ONLY.test(name) || (full || first('http.request.method', 'http.method')) === '') return ''
  const url = URL.canParse(full) ? new URL(full) : undefined
  const path = url?.pathname ?? first('url.path', 'http.target').replace(/[?#].*/s, '')
  if (kind !== 'Client') return path
  const host = first('server.address', 'net.peer.name') || (url?.hostname ?? '')
  return host === '' || path !== '/' ? host + path : host
}
