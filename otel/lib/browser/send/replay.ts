import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { SamplingDecision, TracerProvider } from '@opentelemetry/sdk-trace'
import { type IdGenerator, StackContextManager } from '@opentelemetry/sdk-trace-web'
import { newId, type OpenSpan, type Recorder, type Transaction } from '../entry/recorder.ts'
import type { SpanDetails } from './signals.ts'
import type { TransactionProcessor } from './transaction-processor.ts'

/**
 * Starts the SDK: a provider and a context manager, set as the API's global ones unless the app has its own.
 *
 * @returns A function that replays a recorded span as an SDK span with the ids that it got at its start.
 */
export function startTracing(recorder: Recorder, processor: TransactionProcessor) {
  const { transactions } = processor
  let given: OpenSpan | undefined
  const idGenerator: IdGenerator = {
    generateTraceId: () => given?.transaction.traceId ?? newId(16),
    generateSpanId: () => given?.id ?? newId(8),
  }
  const provider = new TracerProvider({
    idGenerator,
    spanProcessors: [processor],
    // Only by trace id, so that browser and server decide alike.
    sampler: {
      shouldSample: (_, traceId) => ({
        decision: recorder.traceFlags(traceId) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
      }),
    },
  })

  /** A context with an active span that the SDK does not know. */
  const contextOf = (transaction: Transaction, spanId: string, isRemote: boolean): Context => {
    const { traceId } = transaction
    const span = trace.wrapSpanContext({ traceId, spanId, traceFlags: recorder.traceFlags(traceId), isRemote })
    transactions.set(span, transaction)
    return trace.setSpan(ROOT_CONTEXT, span)
  }

  const pageParent = recorder.parent
  /** Without zone.js the context is lost at the first `await`: the current navigation is used then. */
  class PageContextManager extends StackContextManager {
    override active(): Context {
      const parent = this._currentContext === ROOT_CONTEXT && pageParent()
      return parent ? contextOf(parent.transaction, parent.id, false) : this._currentContext
    }
    get stacked(): Context {
      return this._currentContext
    }
  }
  const manager = new PageContextManager()
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(manager)

  recorder.parent = () => {
    const active = trace.getSpan(manager.stacked)
    const transaction = active && transactions.get(active)
    return transaction ? { transaction, id: active.spanContext().spanId } : pageParent()
  }

  const tracer = provider.getTracer('@errata/otel/browser')
  return (open: OpenSpan, { name, outgoing, attributes, failed, endMs }: SpanDetails): void => {
    const { transaction, parentId, id, startMs } = open
    const isRoot = id === transaction.id
    const parent = parentId === undefined ? ROOT_CONTEXT : contextOf(transaction, parentId, isRoot)
    given = open
    try {
      const span = tracer.startSpan(
        name,
        {
          kind: outgoing ? SpanKind.CLIENT : SpanKind.INTERNAL,
          startTime: startMs,
          attributes,
        },
        parent,
      )
      transactions.set(span, transaction)
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endMs)
    } finally {
      given = undefined
    }
  }
}
