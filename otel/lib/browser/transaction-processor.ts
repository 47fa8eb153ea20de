import { type Context, trace } from '@opentelemetry/api'
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace-web'
import type { Recorder, Transaction } from './recorder.ts'

/** How long, and how many spans, are kept for a transaction whose stamp is not decided yet. */
const holdMs = 30_000
const spansPerTransaction = 1_000
const spansInAll = 20_000

interface Held {
  readonly releases: (() => void)[]
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * Keeps what belongs to a transaction until its route and status are decided, and gives spans made through the
 * OpenTelemetry API the transaction of their parent. What exceeds a bound goes out unstamped and is counted.
 */
export class TransactionProcessor implements SpanProcessor {
  #unstamped = 0
  readonly #recorder: Recorder
  readonly #export: (span: ReadableSpan, transaction: Transaction) => void
  readonly #transactions = new WeakMap<object, Transaction>()
  readonly #held = new Map<Transaction, Held>()
  #heldSpans = 0

  constructor(recorder: Recorder, exportSpan: (span: ReadableSpan, transaction: Transaction) => void) {
    this.#recorder = recorder
    this.#export = exportSpan
  }

  /** Says which transaction the children of a span belong to. */
  adopt(span: object, transaction: Transaction): void {
    this.#transactions.set(span, transaction)
  }

  transactionOf(span: object): Transaction | undefined {
    return this.#transactions.get(span)
  }

  onStart(span: Span, parentContext: Context): void {
    this.#recorder.guard(() => {
      const parent = trace.getSpan(parentContext)
      const { traceId, spanId } = span.spanContext()
      const page = this.#recorder.page.transaction
      this.adopt(
        span,
        (parent && this.#transactions.get(parent)) ?? {
          traceId,
          id: spanId,
          route: page.route,
          status: undefined,
          decided: true,
        },
      )
    })()
  }

  onEnd(span: ReadableSpan): void {
    this.#recorder.guard(() => {
      const transaction = this.#transactions.get(span)
      if (transaction) this.hold(transaction, () => this.#export(span, transaction))
    })()
  }

  /** Calls `release` once the transaction's stamp is decided: at once where it is. */
  hold(transaction: Transaction, release: () => void): void {
    const count = this.#held.get(transaction)?.releases.length ?? 0
    const full = count >= spansPerTransaction || this.#heldSpans >= spansInAll
    if (transaction.decided || full) {
      if (!transaction.decided) this.#unstamped++
      release()
      return
    }
    if (count === 0) {
      const timer = setTimeout(() => this.release(transaction), holdMs)
      this.#held.set(transaction, { releases: [], timer })
    }
    this.#held.get(transaction)?.releases.push(release)
    this.#heldSpans++
  }

  /** How many spans went out before their transaction's stamp was decided, since this was last asked. */
  takeUnstamped(): number {
    const count = this.#unstamped
    this.#unstamped = 0
    return count
  }

  async forceFlush(): Promise<void> {
    for (const transaction of this.#held.keys()) this.release(transaction)
  }

  shutdown(): Promise<void> {
    return this.forceFlush()
  }

  /** Lets go what is held for a transaction. */
  release(transaction: Transaction): void {
    const held = this.#held.get(transaction)
    if (!held) return
    this.#held.delete(transaction)
    this.#heldSpans -= held.releases.length
    clearTimeout(held.timer)
    if (!transaction.decided) this.#unstamped += held.releases.length
    for (const release of held.releases) this.#recorder.guard(release)()
  }
}
