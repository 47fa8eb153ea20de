import { type Attributes, type Context, SpanKind } from '@opentelemetry/api'
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { guard } from '../../guard.ts'
import type { Transaction } from '../../runtime.ts'
import { type HoldLimits, holdTransactions, type TransactionHold } from '../../transaction-hold.ts'
import type { RecordLoss } from '../export/record-loss.ts'
import { transactionOfSpan } from '../sdk/contract.ts'
import { annotateSpan, isFromStockInstrumentation } from './annotate-span.ts'
import { joinTransaction } from './transaction.ts'

/** Called last for each finished span; may change its attributes; false or an exception drops it. */
export type SpanFilter = (span: { readonly name: string; readonly attributes: Attributes }) => boolean

export interface TransactionProcessorOptions {
  readonly beforeSend?: SpanFilter | undefined
  readonly recordLoss: RecordLoss
  /** Counts spans that are sent without route and status, because a limit was exceeded. */
  readonly recordUnannotated: (count: number, reason: 'age' | 'transaction' | 'total' | 'shutdown') => void
  readonly bounds?: HoldLimits
}

/**
 * Holds ended spans until their transaction's route and status are decided, then annotates and releases them; later spans are annotated at
 * once. So a drop rule applies to a whole transaction.
 */
export class TransactionProcessor implements SpanProcessor {
  readonly #next: SpanProcessor
  readonly #options: TransactionProcessorOptions
  readonly #held: TransactionHold<Transaction, ReadableSpan>

  constructor(next: SpanProcessor, options: TransactionProcessorOptions) {
    this.#next = next
    this.#options = options
    this.#held = holdTransactions(
      transaction => guard('release of old spans', () => this.#release(transaction, 'age')),
      options.bounds,
    )
  }

  onStart(span: Span, parentContext: Context): void {
    guard('transaction of a span', () => joinTransaction(span, parentContext))
    this.#next.onStart(span, parentContext)
  }

  onEnd(span: ReadableSpan): void {
    const isTaken = guard('annotation of a span', () => this.#take(span))
    if (isTaken !== true) this.#next.onEnd(span)
  }

  /** Call it when route and status of a transaction are known: releases what is held. */
  decide(transaction: Transaction): void {
    if (transaction.isDecided) return
    transaction.isDecided = true
    this.#release(transaction)
  }

  async forceFlush(): Promise<void> {
    await this.#next.forceFlush()
  }

  /** Releases everything held, annotated with what is known, then shuts the next processor down. */
  async shutdown(): Promise<void> {
    for (const transaction of this.#held.transactions()) this.#release(transaction, 'shutdown')
    await this.#next.shutdown()
  }

  #take(span: ReadableSpan): boolean {
    const transaction = transactionOfSpan(span)
    if (transaction === undefined) return false
    if (!transaction.isRequest && span.spanContext().spanId === transaction.id) {
      // A call outside of any transaction, such as a pool's own ping of its database.
      transaction.isDiscarded ||= span.kind === SpanKind.CLIENT && isFromStockInstrumentation(span)
      this.decide(transaction)
    }
    if (transaction.isDecided) this.#send(span, transaction)
    else this.#hold(span, transaction)
    return true
  }

  #hold(span: ReadableSpan, transaction: Transaction): void {
    const reason = this.#held.add(transaction, span)
    if (reason === undefined) return
    this.#options.recordUnannotated(1, reason)
    this.#send(span, transaction)
  }

  /** @param reason Why they are sent before route and status are known. */
  #release(transaction: Transaction, reason?: 'age' | 'shutdown'): void {
    const held = this.#held.take(transaction)
    for (const span of held) this.#send(span, transaction)
    if (reason !== undefined && held.length > 0) this.#options.recordUnannotated(held.length, reason)
  }

  #send(span: ReadableSpan, transaction: Transaction): void {
    if (transaction.isDiscarded) return
    guard('annotation of a span', () => annotateSpan(span, transaction))
    const { beforeSend, recordLoss } = this.#options
    const isKept = beforeSend === undefined || guard('beforeSendSpan', () => beforeSend(span) !== false)
    // After an exception the span is not scrubbed.
    if (isKept === undefined) recordLoss('traces', 'before_send_failed', 1)
    if (isKept) this.#next.onEnd(span)
  }
}
