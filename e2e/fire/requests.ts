import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { encodeCookie } from '../../test/browser/encode-cookie.ts'

/** A request as sent. */
export interface FuzzedRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** Patterns of all routes, except the lab's failures, which fail on purpose. */
export const ROUTE_PATTERNS = ['/', ...routesIn(readFileSync(join(import.meta.dirname, '../../app/routes.ts'), 'utf8'))]

function routesIn(source: string): string[] {
  const [own = ''] = source.split("prefix('lab/fail'")
  const [, after = ''] = source.split(/^ {2}\]\),$/m)
  return [...`${own}${after}`.matchAll(/route\('([^'*]+)'/g)].map(([, path]) => `/${path}`)
}

const oneOf = (values: string, ...others: readonly string[]) => fc.constantFrom(...values.split(' '), ...others)

const odd = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  oneOf(
    `0 -1 1e309 NaN null undefined __proto__ constructor % %00 ' " \` \\ {{1}} $$ <script>alert(1)</script> /* -- ; ( [ (?i .. ../..`,
    ...['', '\0', '\u202e', '\ud800', '\ufeff', '9'.repeat(40), 'é'.repeat(600), 'x'.repeat(5_000), '.*'.repeat(50)],
    ...['issue-1', 'a'.repeat(32), '1700000000000000000'],
  ),
)
const knownParam = oneOf(
  'last from to env service release compare own tab sort side route operation owner q page at apart before span its itsfailed itsany min failed ' +
    'type did done of try name sender words stack as rule condition index _routes trace pipeline say view whole',
)
const param = fc.tuple(fc.oneof({ weight: 9, arbitrary: knownParam }, { weight: 1, arbitrary: odd }), odd)
const query = fc.array(param, { maxLength: 4 }).map(params => (params.length === 0 ? '' : `?${urlencode(params)}`))

const segment = odd.map(text => encodeURIComponent(text.toWellFormed()).slice(0, 2_000))
const page = fc
  .tuple(fc.constantFrom(...ROUTE_PATTERNS), segment, segment, oneOf('.data / .x', '', ''))
  .map(([pattern, one, other, end]) => `${pattern.replace(/:\w+/, one).replace(/:\w+/, other)}${end}`)
const nowhere = oneOf(
  '/no-such-page /assets/none.js /favicon.ico /robots.txt /.env /wp-login.php // /% /__manifest /_root.data /livez /e/..\\issues ' +
    '/issues/../status /%2e%2e/etc/passwd /build/server/index.js * http://elsewhere.example/ /otlp /otlp/v1/traces /otlp/v1/logs',
)
const targetOf = (path: fc.Arbitrary<string>) => fc.tuple(path, query).map(parts => parts.join(''))

const field = fc.tuple(
  oneOf(
    'do issue who owner note into part by is in release until count batch all theme back name type words route sender',
  ),
  fc.oneof(
    odd,
    oneOf(
      'acknowledge mine assign resolve mute note merge split part undo apply end typed issue-1 issue-2 dark 1h route',
    ),
  ),
)
const multipart = fc.array(field, { maxLength: 4 }).map(fields => {
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--x--\r\n`
})
const body = fc.oneof(
  { weight: 6, arbitrary: fc.array(field, { maxLength: 8 }).map(urlencode) },
  { weight: 2, arbitrary: multipart },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.nat(400_000).map(length => `note=${'x'.repeat(length)}`) },
  { weight: 1, arbitrary: fc.json() },
)
const formType = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/json',
)

const header = fc.oneof(
  fc.tuple(oneOf('accept accept-encoding accept-language cookie referer user-agent range if-none-match'), odd),
  fc.tuple(oneOf('traceparent tracestate baggage sec-purpose x-errata-reader forwarded x-forwarded-for'), odd),
  fc.tuple(oneOf('x-forwarded-host x-forwarded-proto content-encoding te upgrade'), odd),
  fc.tuple(fc.constant('sec-fetch-site'), oneOf('cross-site same-origin none x')),
  fc.tuple(fc.constant('origin'), oneOf('null http://elsewhere.example x http://127.0.0.1')),
  fc.tuple(fc.constant('host'), oneOf('elsewhere.example x/issues?', '')),
  fc.tuple(
    fc.constant('cookie'),
    odd.map(text => `errata_who=${encodeCookie(text)}; errata_theme=${text}`),
  ),
)
/** Headers that an HTTP parser accepts. */
const headers = fc
  .array(header, { maxLength: 3 })
  .map(all => [
    ...new Map(all.map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 3_000)] as const)),
  ])

const none = fc.constant('')
const read = fc.record({ method: oneOf('GET GET GET HEAD'), target: targetOf(page), headers, body: none })
const cheap = fc.record({
  method: oneOf('GET GET HEAD POST OPTIONS TRACE PUT DELETE PATCH PROPFIND'),
  target: targetOf(nowhere),
  headers,
  body: none,
})
const write = fc
  .record({ method: oneOf('POST POST POST PUT DELETE'), target: targetOf(page), headers, body, type: formType })
  .map(({ type, ...shot }) => ({ ...shot, headers: [...shot.headers, ['content-type', type] as const] }))

/** Fewer pages, because they cost most. */
export const fuzzedRequests: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  { weight: 9, arbitrary: cheap },
  { weight: 2, arbitrary: write },
  { weight: 1, arbitrary: read },
)

function urlencode(fields: readonly (readonly [name: string, value: string])[]): string {
  return String(new URLSearchParams(fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])))
}
