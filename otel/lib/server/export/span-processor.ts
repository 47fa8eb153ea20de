import { TraceFlags } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { guard } from '../../guard.ts'
import type { ExportQueue } from './export-queue.ts'

/** Adds ended, sampled spans to the queue. */
export function queueSpans(queue: ExportQueue<ReadableSpan>): SpanProcessor {
  return {
    onStart() {},
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0) queue.add(span)
    },
    forceFlush: () => queue.forceFlush(),
    shutdown: () => queue.shutdown(),
  }
}

/** Calls each processor in order; an exception or failure of one does not affect the others. */
export function joinProcessors(processors: readonly [...SpanProcessor[], SpanProcessor]): SpanProcessor {
  if (processors.length === 1) return processors[0]
  const all = async (call: (processor: SpanProcessor) => Promise<void>) => {
    const settled = await Promise.allSettled(processors.map(async processor => call(processor)))
    for (const one of settled) if (one.status === 'rejected') throw one.reason
  }
  return {
    onStart(span, parentContext) {
      for (const processor of processors) guard('span processor', () => processor.onStart(span, parentContext))
    },
    onEnd(span) {
      for (const processor of processors) guard('span processor', () => processor.onEnd(span))
    },
    forceFlush: () => all(processor => processor.forceFlush()),
    shutdown: () => all(processor => processor.shutdown()),
  }
}
