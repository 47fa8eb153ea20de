/** A drop rule of collector-config.yaml, and what the rest of the code knows of it. */
interface DropRule {
  /** The name of its filter, without `filter/`. */
  readonly name: string
  /** Within a sentence, in the plural. */
  readonly subject: string
  /** Exceptions as log records and span events, or all spans of transactions. */
  readonly removes: 'exceptions' | 'transactions'
  /** Attributes of a record that the rule drops: the canary sends one every minute. */
  readonly probe: Readonly<Record<string, string>>
}

const exception = (message: string) => ({ 'exception.type': 'Error', 'exception.message': message })
const transaction = (route: string) => ({ 'errata.transaction.route': route })

/** The four drop rules, in the order in which they run. A new one needs a line here and its filter in collector-config.yaml. */
export const DROP_RULES: readonly DropRule[] = [
  {
    name: 'cross-origin-script-error',
    subject: 'cross-origin script errors',
    removes: 'exceptions',
    probe: exception('Script error.'),
  },
  {
    name: 'resize-observer-loop',
    subject: 'ResizeObserver loop notices',
    removes: 'exceptions',
    probe: exception('ResizeObserver loop limit exceeded'),
  },
  { name: 'health-check', subject: 'health checks', removes: 'transactions', probe: transaction('/healthz') },
  { name: 'not-found', subject: '404 pages', removes: 'transactions', probe: transaction('/404') },
]

/** Their names, in the same order. */
export const DROP_RULE_NAMES: readonly string[] = DROP_RULES.map(({ name }) => name)

/** How far before the end of a range the last match of a rule is searched. */
export const DROP_LOOKBACK_DAYS = 31
