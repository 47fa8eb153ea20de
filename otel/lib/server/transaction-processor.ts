import { type Attributes, type Context, type Counter, type Span, SpanKind } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { guard } from '../guard.ts'
import type { Transaction } from '../runtime.ts'
import { isStock, stampSpan } from './stamp-span.ts'
import { joinTransaction, transactionOfSpan } from './transaction.ts'

/** Bounds of what is held; what exceeds one goes out without route and status, and is counted. */
export interface HoldBounds {
  /** Milliseconds from the start of the transaction. */
  readonly maxHeldMs: number
  readonly maxSpansPerTransaction: number
  readonly maxSpans: number
}

export const defaultHoldBounds: HoldBounds = { maxHeldMs: 30_000, maxSpansPerTransaction: 1_000, maxSpans: 20_000 }

/** Sees each finished span last; may change its attributes; false keeps it from being sent. */
export type SpanFilter = (span: { readonly name: string; readonly attributes: Attributes }) => boolean

/**
 * Holds ended spans until their transaction's route and status are decided, then stamps and releases them; later spans
 * are stamped at once from what the transaction remembers. So a drop rule meets a whole transaction.
 */
export class TransactionProcessor implements SpanProcessor {
  readonly #next: SpanProcessor
  readonly #bounds: HoldBounds
  readonly #keep: SpanFilter | undefined
  readonly #held = new Map<Transaction, ReadableSpan[]>()
  readonly #timer: NodeJS.Timeout
  #heldCount = 0
  /** Set once the meter exists; counts spans that went out without route and status, by `reason`. */
  unstamped: Counter | undefined

  constructor(next: SpanProcessor, bounds: HoldBounds = defaultHoldBounds, keep?: SpanFilter) {
    this.#next = next
    this.#bounds = bounds
    this.#keep = keep
    this.#timer = setInterval(() => guard('release of old spans', () => this.#releaseOld()), 1_000).unref()
  }

  onStart(span: Span, parentContext: Context): void {
    guard('transaction of a span', () => joinTransaction(span, parentContext))
  }

  onEnd(span: ReadableSpan): void {
    const isTaken = guard('transaction stamp', () => this.#take(span))
    if (isTaken !== true) this.#next.onEnd(span)
  }

  /** Call when route and status of a transaction are known: releases what is held. */
  decide(transaction: Transaction): void {
    if (transaction.isDecided) return
    transaction.isDecided = true
    this.#release(transaction)
  }

  async forceFlush(): Promise<void> {
    await this.#next.forceFlush()
  }

  /** Releases everything held, stamped with what is known, then shuts the next processor down. */
  async shutdown(): Promise<void> {
    clearInterval(this.#timer)
    for (const transaction of [...this.#held.keys()]) this.#giveUp(transaction, 'shutdown')
    await this.#next.shutdown()
  }

  #take(span: ReadableSpan): boolean {
    const transaction = transactionOfSpan(span)
    if (transaction === undefined) return false
    const isRoot = span.spanContext().spanId === transaction.id
    if (isRoot && !transaction.isRequest) {
      // A call that belongs to nothing, such as a pool's own ping of its database.
      transaction.isDiscarded ||= span.kind === SpanKind.CLIENT && isStock(span)
      this.decide(transaction)
    }
    if (transaction.isDecided) this.#send(span, transaction)
    else this.#hold(span, transaction)
    return true
  }

  #hold(span: ReadableSpan, transaction: Transaction): void {
    const held = this.#held.get(transaction)
    const reason = this.#excess(transaction, held?.length ?? 0)
    if (reason !== undefined) {
      this.unstamped?.add(1, { reason })
      this.#send(span, transaction)
      return
    }
    if (held === undefined) this.#held.set(transaction, [span])
    else held.push(span)
    this.#heldCount++
  }

  #excess(transaction: Transaction, held: number): string | undefined {
    if (performance.now() - transaction.startedMs > this.#bounds.maxHeldMs) return 'age'
    if (held >= this.#bounds.maxSpansPerTransaction) return 'transaction'
    if (this.#heldCount >= this.#bounds.maxSpans) return 'total'
    return undefined
  }

  #release(transaction: Transaction): number {
    const held = this.#held.get(transaction)
    if (held === undefined) return 0
    this.#held.delete(transaction)
    this.#heldCount -= held.length
    for (const span of held) this.#send(span, transaction)
    return held.length
  }

  #giveUp(transaction: Transaction, reason: string): void {
    const released = this.#release(transaction)
    if (released > 0) this.unstamped?.add(released, { reason })
  }

  #releaseOld(): void {
    const oldestMs = performance.now() - this.#bounds.maxHeldMs
    for (const transaction of [...this.#held.keys()]) {
      if (transaction.startedMs < oldestMs) this.#giveUp(transaction, 'age')
    }
  }

  #send(span: ReadableSpan, transaction: Transaction): void {
    if (transaction.isDiscarded) return
    guard('transaction stamp', () => stampSpan(span, transaction))
    const keep = this.#keep
    if (keep === undefined || guard('beforeSendSpan', () => keep(span)) !== false) this.#next.onEnd(span)
  }
}
