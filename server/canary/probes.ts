import { DROP_RULES } from '../../store/noise/drop-rules.ts'

/** A record that one of the drop rules must drop, or a similar one that it must keep. */
export interface Probe {
  readonly name: string
  /** A SERVER span; an `exception` event of a span that is kept; or a log record. */
  readonly shape: 'span' | 'event' | 'log'
  /** The rule that must drop it; `undefined` if it must be stored. */
  readonly rule: string | undefined
  readonly attributes: Readonly<Record<string, string>>
}

const STACK = 'Error: Script error.\n    at pay (https://shop.example/assets/checkout.js:12:34)'
const exception = (message: string, stacktrace = '') => ({
  'exception.type': 'Error',
  'exception.message': message,
  ...(stacktrace === '' ? {} : { 'exception.stacktrace': stacktrace }),
})

/** The canary's probes, sent once a minute: one for each rule. */
export const DROP_RULE_PROBES: readonly Probe[] = DROP_RULES.map(({ name, subject, removes, probe }) =>
  droppedProbe(subject, removes === 'exceptions' ? 'log' : 'span', name, probe),
)

/** Every rule with every signal that it applies to, and similar records that must be kept. */
export const ALL_PROBES: readonly Probe[] = [
  ...DROP_RULE_PROBES,
  droppedProbe('script error', 'event', 'cross-origin-script-error', exception('Script error.')),
  droppedProbe(
    'ResizeObserver notice',
    'event',
    'resize-observer-loop',
    exception('ResizeObserver loop completed with undelivered notifications.'),
  ),
  droppedProbe('health check, by its route', 'span', 'health-check', { 'http.route': '/api/ping' }),
  droppedProbe('health check, by its path', 'span', 'health-check', { 'url.path': '/readyz' }),
  droppedProbe('health check, by its older path', 'span', 'health-check', { 'http.target': '/up?probe=1' }),
  droppedProbe('health check by gRPC', 'span', 'health-check', { 'rpc.method': 'grpc.health.v1.Health/Check' }),
  storedProbe('script error with a stack', 'log', exception('Script error.', STACK)),
  storedProbe('script error with a stack', 'event', exception('Script error.', STACK)),
  storedProbe('error that quotes a script error', 'log', exception('The frame said: Script error.')),
  storedProbe('error in a ResizeObserver', 'log', exception('ResizeObserver is not defined')),
  storedProbe('error in a ResizeObserver', 'event', exception('The chart failed: ResizeObserver loop limit exceeded')),
  storedProbe('page about health', 'span', { 'errata.transaction.route': '/health-insurance' }),
  storedProbe('page about status', 'span', { 'http.route': '/status' }),
  storedProbe('health of one device', 'span', { 'http.route': '/devices/:id/health', 'url.path': '/devices/7/health' }),
  storedProbe('404 of an API', 'span', { 'http.route': '/api/products/:id', 'http.response.status_code': '404' }),
  storedProbe('page about 404', 'span', { 'errata.transaction.route': '/docs/404' }),
]

function droppedProbe(name: string, shape: Probe['shape'], rule: string, attributes: Probe['attributes']): Probe {
  return { name, shape, rule, attributes }
}

function storedProbe(name: string, shape: Probe['shape'], attributes: Probe['attributes']): Probe {
  return { name, shape, rule: undefined, attributes }
}
