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
  const { name, kind } = span
  const full = readConvention('url', span)
  if (!METHOD_ONLY.test(name) || (full || readConvention('method', span)) === '') return ''
  const url = URL.canParse(full) ? new URL(full) : undefined
  const path = url?.pathname ?? readConvention('path', span).replace(/[?#].*/s, '')
  if (kind !== 'Client') return path
  const host = readConvention('host', span) || (url?.hostname ?? '')
  return host === '' || path !== '/' ? host + path : host
}
