export type DropRule = 'cross-origin-script-error' | 'resize-observer-loop' | 'health-check' | 'not-found'

/** A record that one of the drop rules must drop, or a similar one that it must keep. */
export interface Probe {
  readonly name: string
  /** A SERVER span; an `exception` event of a span that is kept; or a log record. */
  readonly shape: 'span' | 'event' | 'log'
  /** The rule that must drop it; `undefined` if it must be stored. */
  readonly rule: DropRule | undefined
  readonly attributes: Readonly<Record<string, string>>
}

const STACK = 'Error: Script error.\n    at pay (https://shop.example/assets/checkout.js:12:34)'
const exception = (message: string, stacktrace = '') => ({
  'exception.type': 'Error',
  'exception.message': message,
  ...(stacktrace === '' ? {} : { 'exception.stacktrace': stacktrace }),
})

/** The canary's probes, sent once a minute: one for each rule. */
export const DROP_RULE_PROBES: readonly Probe[] = [
  dropped('script error', 'log', 'cross-origin-script-error', exception('Script error.')),
  dropped('ResizeObserver notice', 'log', 'resize-observer-loop', exception('ResizeObserver loop limit exceeded')),
  dropped('health check, annotated', 'span', 'health-check', { 'errata.transaction.route': '/healthz' }),
  dropped('404 page', 'span', 'not-found', { 'errata.transaction.route': '/404' }),
]

/** Every rule with every signal that it applies to, and similar records that must be kept. */
export const ALL_PROBES: readonly Probe[] = [
  ...DROP_RULE_PROBES,
  dropped('script error', 'event', 'cross-origin-script-error', exception('Script error.')),
  dropped(
    'ResizeObserver notice',
    'event',
    'resize-observer-loop',
    exception('ResizeObserver loop completed with undelivered notifications.'),
  ),
  dropped('health check, by its route', 'span', 'health-check', { 'http.route': '/api/ping' }),
  dropped('health check, by its path', 'span', 'health-check', { 'url.path': '/readyz' }),
  stored('script error with a stack', 'log', exception('Script error.', STACK)),
  stored('script error with a stack', 'event', exception('Script error.', STACK)),
  stored('error that quotes a script error', 'log', exception('The frame said: Script error.')),
  stored('error in a ResizeObserver', 'log', exception('ResizeObserver is not defined')),
  stored('error in a ResizeObserver', 'event', exception('The chart failed: ResizeObserver loop limit exceeded')),
  stored('page about health', 'span', { 'errata.transaction.route': '/health-insurance' }),
  stored('health of one device', 'span', { 'http.route': '/devices/:id/health', 'url.path': '/devices/7/health' }),
  stored('404 of an API', 'span', { 'http.route': '/api/products/:id', 'http.response.status_code': '404' }),
  stored('page about 404', 'span', { 'errata.transaction.route': '/docs/404' }),
]

function dropped(name: string, shape: Probe['shape'], rule: DropRule, attributes: Probe['attributes']): Probe {
  return { name, shape, rule, attributes }
}

function stored(name: string, shape: Probe['shape'], attributes: Probe['attributes']): Probe {
  return { name, shape, rule: undefined, attributes }
}
