import { TraceFlags } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { spanJson } from './otlp-json.ts'
import type { OtlpQueue } from './otlp-queue.ts'

/** Writes ended spans that are sampled into the queue at once. */
export class SpanQueue implements SpanProcessor {
  readonly #queue: OtlpQueue

  constructor(queue: OtlpQueue) {
    this.#queue = queue
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
    this.#queue.add(span.resource, span.instrumentationScope, spanJson(span))
  }

  forceFlush(): Promise<void> {
    return this.#queue.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#queue.shutdown()
  }
}
