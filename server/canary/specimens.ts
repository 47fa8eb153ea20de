export type DropRule = 'cross-origin-script-error' | 'resize-observer-loop' | 'health-check' | 'not-found'

/** Something small that one of the drop rules must take, or must leave though it looks like what the rule takes. */
export interface DropSample {
  readonly name: string
  /** A SERVER span; an `exception` event of a span, which stays; or a log record. */
  readonly shape: 'span' | 'event' | 'log'
  /** The rule that must take it; `undefined` for what must stay. */
  readonly rule: DropRule | undefined
  readonly attributes: Readonly<Record<string, string>>
}

const STACK = 'Error: Script error.\n    at pay (https://shop.example/assets/checkout.js:12:34)'
const exception = (message: string, stacktrace = '') => ({
  'exception.type': 'Error',
  'exception.message': message,
  ...(stacktrace === '' ? {} : { 'exception.stacktrace': stacktrace }),
})

/** What the canary sends once a minute: one thing a rule. */
export const ONE_A_RULE: readonly DropSample[] = [
  goes('script error', 'log', 'cross-origin-script-error', exception('Script error.')),
  goes('ResizeObserver notice', 'log', 'resize-observer-loop', exception('ResizeObserver loop limit exceeded')),
  goes('health check, stamped', 'span', 'health-check', { 'errata.transaction.route': '/healthz' }),
  goes('404 page', 'span', 'not-found', { 'errata.transaction.route': '/404' }),
]

/** Of each rule each shape, and real ones that look like them. */
export const ALL_KINDS: readonly DropSample[] = [
  ...ONE_A_RULE,
  goes('script error', 'event', 'cross-origin-script-error', exception('Script error.')),
  goes(
    'ResizeObserver notice',
    'event',
    'resize-observer-loop',
    exception('ResizeObserver loop completed with undelivered notifications.'),
  ),
  goes('health check, by its route', 'span', 'health-check', { 'http.route': '/api/ping' }),
  goes('health check, by its path', 'span', 'health-check', { 'url.path': '/readyz' }),
  stays('script error with a stack', 'log', exception('Script error.', STACK)),
  stays('script error with a stack', 'event', exception('Script error.', STACK)),
  stays('error that quotes a script error', 'log', exception('The frame said: Script error.')),
  stays('error in a ResizeObserver', 'log', exception('ResizeObserver is not defined')),
  stays('error in a ResizeObserver', 'event', exception('The chart failed: ResizeObserver loop limit exceeded')),
  stays('page about health', 'span', { 'errata.transaction.route': '/health-insurance' }),
  stays('health of one device', 'span', { 'http.route': '/devices/:id/health', 'url.path': '/devices/7/health' }),
  stays('404 of an API', 'span', { 'http.route': '/api/products/:id', 'http.response.status_code': '404' }),
  stays('page about 404', 'span', { 'errata.transaction.route': '/docs/404' }),
]

function goes(
  name: string,
  shape: DropSample['shape'],
  rule: DropRule,
  attributes: DropSample['attributes'],
): DropSample {
  return { name, shape, rule, attributes }
}

function stays(name: string, shape: DropSample['shape'], attributes: DropSample['attributes']): DropSample {
  return { name, shape, rule: undefined, attributes }
}
