/**
 * Conditions and the records they match. The store's translation (store/drop-preview/translate-conditions.test.ts) and the real Collector
 * (e2e/ingest/conditions.spec.ts) must agree on each. Written by hand.
 */
export interface CorpusRecord {
  readonly name: string
  readonly shape: 'log' | 'span' | 'spanevent'
  /** Name of the span or event. @default 'corpus' */
  readonly called?: string
  /** Kind of the span. @default 'Internal' */
  readonly kind?: 'Internal' | 'Server' | 'Client'
  readonly attributes: Readonly<Record<string, string | number>>
  readonly resource?: Readonly<Record<string, string>>
}

export interface CorpusCondition {
  /** A condition; or `*anchor` for one of collector-config.yaml. */
  readonly text: string
  /** Names of the records that it matches. */
  readonly takes: readonly string[]
}

const log = (name: string, attributes: CorpusRecord['attributes'], more = {}): CorpusRecord => ({
  name,
  shape: 'log',
  attributes,
  ...more,
})
const span = (name: string, attributes: CorpusRecord['attributes'], more = {}): CorpusRecord => ({
  name,
  shape: 'span',
  attributes,
  ...more,
})
const event = (name: string, attributes: CorpusRecord['attributes'], more = {}): CorpusRecord => ({
  name,
  shape: 'spanevent',
  attributes,
  ...more,
})

export const CORPUS_RECORDS: readonly CorpusRecord[] = [
  log('bare script error', { 'exception.message': 'Script error.' }),
  log('script error, empty stack', { 'exception.message': 'Uncaught Error: Script error', 'exception.stacktrace': '' }),
  log('script error with a stack', { 'exception.message': 'Script error.', 'exception.stacktrace': 'at a.js:1' }),
  log('script error of two lines', { 'exception.message': 'Script error.\nat a' }),
  log('observer', { 'exception.message': 'ResizeObserver loop limit exceeded' }),
  log('observer in a sentence', { 'exception.message': 'saw ResizeObserver loop limit exceeded' }),
  log('cart, release 1', { area: 'cart' }, { resource: { 'service.version': '1' } }),
  log('cart in capitals', { area: 'CART' }),
  log('no attributes', {}),
  log('an empty area', { area: '' }),
  log('a number', { area: 5 }),
  log('quotes', { area: `it's "here" \\ {x:String}` }),
  log('letters of other scripts', { area: 'straße 東京' }),
  span('stamped health', { 'errata.transaction.route': '/healthz' }),
  span('stamped below api', { 'errata.transaction.route': '/api/v1/ready/' }),
  span('a page called live', { 'errata.transaction.route': '/sports/live' }),
  span('below a parameter', { 'errata.transaction.route': '/devices/:id/health' }),
  span('below a dollar', { 'errata.transaction.route': '/devices/$id/health' }),
  span('stamped 404', { 'errata.transaction.route': '/404' }),
  span('by route', { 'http.route': '/healthz', 'url.path': '/shop' }, { kind: 'Server' }),
  span('by path', { 'url.path': '/health' }, { kind: 'Server' }),
  span('by path, empty route', { 'http.route': '', 'url.path': '/health' }, { kind: 'Server' }),
  span('by old names', { 'http.target': '/healthz?full=1' }, { kind: 'Server' }),
  span('by its name', { area: 'shop' }, { kind: 'Server', called: 'GET /up' }),
  span('gRPC by service', { 'rpc.service': 'grpc.health.v1.Health', 'rpc.method': 'Check' }, { kind: 'Server' }),
  span('gRPC by method', { 'rpc.method': 'grpc.health.v1.Health/Watch' }, { kind: 'Server' }),
  span('gRPC by its name', { area: 'shop' }, { kind: 'Server', called: 'grpc.health.v1.Health/Check' }),
  span('a page about status', { 'http.route': '/status' }, { kind: 'Server', called: 'GET /healthz' }),
  span('a method called ping', { 'rpc.method': 'ping' }, { kind: 'Server', called: 'ping' }),
  span('a call to one', { 'url.path': '/health' }, { kind: 'Client' }),
  span('named', { area: 'cart' }, { called: 'GET /cart' }),
  event('event script error', { 'exception.message': 'Script error.' }, { called: 'exception' }),
  event('event of another name', { 'exception.message': 'Script error.' }, { called: 'message' }),
  event('event observer', { 'exception.message': 'ResizeObserver loop limit exceeded' }, { called: 'exception' }),
]

const allLogs = CORPUS_RECORDS.filter(({ shape }) => shape === 'log').map(({ name }) => name)
const without = (...names: string[]) => allLogs.filter(name => !names.includes(name))

export const CORPUS_CONDITIONS: readonly CorpusCondition[] = [
  { text: '*script-error-log', takes: ['bare script error', 'script error, empty stack'] },
  { text: '*resize-observer-log', takes: ['observer'] },
  { text: '*health-check-stamp', takes: ['stamped health', 'stamped below api'] },
  { text: '*health-check-path', takes: ['by route', 'by path', 'by old names', 'by its name'] },
  { text: '*health-check-grpc', takes: ['gRPC by service', 'gRPC by method', 'gRPC by its name'] },
  { text: '*not-found-stamp', takes: ['stamped 404'] },
  { text: '*script-error-event', takes: ['event script error'] },
  { text: '*resize-observer-event', takes: ['event observer'] },
  { text: 'log.attributes["area"] == "cart"', takes: ['cart, release 1'] },
  { text: 'log.attributes["area"] == ""', takes: ['an empty area'] },
  { text: 'log.attributes["area"] != "cart"', takes: without('cart, release 1') },
  {
    text: 'log.attributes["area"] == nil',
    takes: without(
      'cart, release 1',
      'cart in capitals',
      'an empty area',
      'a number',
      'quotes',
      'letters of other scripts',
    ),
  },
  {
    text: 'log.attributes["area"] != nil and not IsMatch(log.attributes["area"], "(?i)^cart$")',
    takes: ['an empty area', 'a number', 'quotes', 'letters of other scripts'],
  },
  { text: 'not log.attributes["area"] == nil and log.attributes["area"] == "CART"', takes: ['cart in capitals'] },
  {
    text: 'IsMatch(log.attributes["area"], "")',
    takes: ['cart, release 1', 'cart in capitals', 'an empty area', 'a number', 'quotes', 'letters of other scripts'],
  },
  { text: 'IsMatch(log.attributes["area"], "^5$")', takes: ['a number'] },
  { text: String.raw`log.attributes["area"] == "it's \"here\" \\ {x:String}"`, takes: ['quotes'] },
  { text: String.raw`IsMatch(log.attributes["area"], "^\\pL+ \\p{Han}{2}$")`, takes: ['letters of other scripts'] },
  { text: 'IsMatch(log.attributes["exception.message"], "error.*at")', takes: [] },
  { text: 'IsMatch(log.attributes["exception.message"], "(?s)error.*at")', takes: ['script error of two lines'] },
  {
    text: 'IsMatch(log.attributes["exception.message"], "error\\\\.$")',
    takes: ['bare script error', 'script error with a stack'],
  },
  {
    text: 'IsMatch(log.attributes["exception.message"], "(?m)error\\\\.$")',
    takes: ['bare script error', 'script error with a stack', 'script error of two lines'],
  },
  {
    text: 'resource.attributes["service.version"] == "1" and log.attributes["area"] != nil',
    takes: ['cart, release 1'],
  },
  {
    text: 'IsMatch(Coalesce([log.attributes["exception.message"], log.attributes["area"]]), "(?i)script|cart")',
    takes: [
      'bare script error',
      'script error, empty stack',
      'script error with a stack',
      'script error of two lines',
      'cart, release 1',
      'cart in capitals',
    ],
  },
  { text: 'Coalesce([log.attributes["area"], log.attributes["exception.message"]]) == nil', takes: ['no attributes'] },
  {
    text: 'log.attributes["area"] == nil and (log.attributes["exception.message"] == "Script error." or false)',
    takes: ['bare script error', 'script error with a stack'],
  },
  { text: 'span.name == "GET /cart"', takes: ['named'] },
  {
    text: 'IsMatch(span.name, "^GET ") or span.kind == SPAN_KIND_CLIENT',
    takes: ['named', 'by its name', 'a page about status', 'a call to one'],
  },
  {
    text: 'IsMatch(Coalesce([span.attributes["area"], span.attributes["rpc.method"], span.name]), "^(cart|ping|GET .*)$")',
    takes: ['named', 'a method called ping', 'a page about status'],
  },
  {
    text: 'span.kind != SPAN_KIND_INTERNAL',
    takes: CORPUS_RECORDS.flatMap(({ name, kind = 'Internal' }) => (kind === 'Internal' ? [] : [name])),
  },
  { text: 'spanevent.name != "exception"', takes: ['event of another name'] },
  { text: 'spanevent.name == "exception" and true', takes: ['event script error', 'event observer'] },
]
