import {
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Span,
  type SpanContext,
  trace,
} from '@opentelemetry/api'
import type { Transaction } from '../../runtime.ts'
import { formatTraceparent } from '../../traceparent.ts'
import { setTransactionOfSpan, transactionOfSpan } from '../sdk/contract.ts'
import { SmallContext } from './small-context.ts'

const transactionKey = createContextKey('errata.transaction')

/** A transaction without spans: the next local root started in `withTransaction` becomes its root. */
export function openTransaction(isRequest: boolean): Transaction {
  return {
    id: '',
    traceId: '',
    rootSpan: undefined,
    isRequest,
    startedMs: performance.now(),
    pattern: undefined,
    basename: '',
    showsPage: false,
    mayExposeTrace: true,
    isTraceHidden: false,
    streaming: undefined,
    isHandled: false,
    route: undefined,
    statusCode: undefined,
    isDecided: false,
    isDiscarded: false,
    digest: undefined,
    hasConsent: true,
    userId: undefined,
    retryAfter: undefined,
    whenDecided: [],
    running: 0,
    whenIdle: [],
    atEnd: [],
    seen: new Map(),
  }
}

export function withTransaction(context: Context, transaction: Transaction): Context {
  return new SmallContext(context, transactionKey, transaction)
}

/** The transaction of a context: that of its span, or of the request if the span is not recorded. */
export function transactionOf(context: Context): Transaction | undefined {
  const span = trace.getSpan(context)
  return (span && transactionOfSpan(span)) ?? transactionIn(context)
}

export function documentTraceparent(): string | undefined {
  const transaction = transactionOf(context.active())
  if (transaction === undefined || !transaction.mayExposeTrace || transaction.isTraceHidden) return undefined
  return formatTraceparent(transaction.rootSpan?.spanContext())
}

/** The span context of a record; undefined outside of any trace, and for a span that the app made by hand and is invalid. */
export function spanContextIn(context: Context): SpanContext | undefined {
  const span = trace.getSpan(context)
  if (span === undefined) return undefined
  const spanContext = span.spanContext()
  // Digits are checked only if the SDK did not create them.
  return transactionOfSpan(span) !== undefined || isSpanContextValid(spanContext) ? spanContext : undefined
}

/** Finds or opens the transaction of a starting span. */
export function joinTransaction(span: Span, parentContext: Context): Transaction {
  const parent = trace.getSpan(parentContext)
  const parentContextOfSpan = parent?.spanContext()
  const isLocalRoot = parentContextOfSpan === undefined || parentContextOfSpan.isRemote === true
  let transaction = parent && transactionOfSpan(parent)
  if (transaction === undefined) {
    const waiting = transactionIn(parentContext)
    transaction = waiting !== undefined && (waiting.id === '' || !isLocalRoot) ? waiting : openTransaction(false)
  }
  if (transaction.id === '') setRootSpan(transaction, span)
  setTransactionOfSpan(span, transaction)
  return transaction
}

/** Makes `span` the root of a transaction; also for a span that is not recorded. */
export function setRootSpan(transaction: Transaction, span: Span): void {
  const { spanId, traceId } = span.spanContext()
  transaction.id = spanId
  transaction.traceId = traceId
  transaction.rootSpan = span
}

function transactionIn(context: Context): Transaction | undefined {
  const value = context.getValue(transactionKey)
  return isTransaction(value) ? value : undefined
}

const isTransaction = (value: unknown): value is Transaction =>
  typeof value === 'object' && value !== null && 'isDecided' in value
