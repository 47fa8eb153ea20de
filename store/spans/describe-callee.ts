import { readConvention } from '../schema/conventions.ts'

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
  readonly attributes: Readonly<Record<string, string>>
}) {
  if (!METHOD_ONLY.test(span.name)) return ''
  const [url, method, path, host] = (['url', 'method', 'path', 'host'] as const).map(of => readConvention(of, span))
  return writeCallee({ kind: span.kind, url, method, path, host })
}

interface Called {
  readonly kind: string
  readonly url: string | undefined
  readonly method: string | undefined
  readonly path: string | undefined
  readonly host: string | undefined
}

/** The host and path of a span that sends a request, the path of another one; '' if nothing is known. */
export function writeCallee({ kind, url = '', method = '', path: sent = '', host: sentHost = '' }: Called): string {
  if ((url || method) === '') return ''
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const path = parsed?.pathname ?? sent.replace(/[?#].*/s, '')
  if (kind !== 'Client') return path
  const host = sentHost || (parsed?.hostname ?? '')
  return host === '' || path !== '/' ? host + path : host
}
