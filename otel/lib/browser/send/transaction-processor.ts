import { trace } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-web'
import { holdTransactions } from '../../transaction-hold.ts'
import type { Recorder, Transaction } from '../entry/recorder.ts'

export interface TransactionProcessor extends SpanProcessor {
  /** The transactions of spans' children. */
  readonly transactions: WeakMap<object, Transaction>
  /** Calls `release` once the transaction is decided, at once if it already is. */
  hold(transaction: Transaction, release: () => void): void
  /** Releases what is held for a transaction. */
  release(transaction: Transaction): void
  /** Number of spans that were sent before their transaction was decided, since the last call. */
  takeUnannotated(): number
}

/**
 * Holds the spans of a transaction until its route and status are decided, and gives spans made through the OpenTelemetry API the
 * transaction of their parent. Spans beyond the limit are sent unannotated and counted.
 */
export function processTransactions(
  recorder: Recorder,
  exportSpan: (span: ReadableSpan, transaction: Transaction) => void,
): TransactionProcessor {
  let unannotated = 0
  const transactions = new WeakMap<object, Transaction>()

  const release = (transaction: Transaction) => {
    const releases = held.take(transaction)
    if (!transaction.decided) unannotated += releases.length
    for (const one of releases) recorder.guard(one)()
  }
  const held = holdTransactions<Transaction, () => void>(release)

  const hold = (transaction: Transaction, send: () => void) => {
    if (!transaction.decided && !held.add(transaction, send)) return
    if (!transaction.decided) unannotated++
    send()
  }

  const forceFlush = async () => {
    for (const transaction of held.transactions()) release(transaction)
  }

  return {
    transactions,
    hold,
    release,
    takeUnannotated() {
      const count = unannotated
      unannotated = 0
      return count
    },
    onStart: recorder.guard((span, parentContext) => {
      const parent = trace.getSpan(parentContext)
      const { traceId, spanId } = span.spanContext()
      const { route } = recorder.page.transaction
      const own = { traceId, id: spanId, route, status: undefined, decided: true }
      transactions.set(span, (parent && transactions.get(parent)) ?? own)
    }),
    onEnd: recorder.guard(span => {
      const transaction = transactions.get(span)
      if (transaction) hold(transaction, () => exportSpan(span, transaction))
    }),
    forceFlush,
    shutdown: forceFlush,
  }
}
