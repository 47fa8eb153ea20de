import { ROOT_CONTEXT, type SpanContext, SpanKind, TraceFlags, trace } from '@opentelemetry/api'
import {
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samplerOf } from './sampler.ts'

const hex = (digits: number) =>
  fc.bigInt({ min: 1n, max: 16n ** BigInt(digits) - 1n }).map(id => id.toString(16).padStart(digits, '0'))
const caller = fc.record<SpanContext>({
  traceId: fc.oneof(hex(32), fc.constantFrom('0'.repeat(32), 'no id')),
  spanId: hex(16),
  isRemote: fc.boolean(),
  traceFlags: fc.constantFrom(TraceFlags.NONE, TraceFlags.SAMPLED),
})

/** As the tracer asks: a parent that is no valid one gives no trace. */
function decisionOf(sampler: Sampler, parent: SpanContext | undefined, ownTraceId: string) {
  const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  const traceId = parent !== undefined && trace.isSpanContextValid(parent) ? parent.traceId : ownTraceId
  return sampler.shouldSample(context, traceId, 'a span', SpanKind.INTERNAL, {}, []).decision
}

test.each(['same-origin', 'always'] as const)(
  'callers trusted %s, it decides as the sampler of the SDK',
  trustTraceparent => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 0.3, 1),
        fc.option(caller, { nil: undefined }),
        hex(32),
        (sampleRatio, parent, traceId) => {
          const root = sampleRatio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(sampleRatio)
          const ofRemote = { remoteParentSampled: root, remoteParentNotSampled: root }
          const stock = new ParentBasedSampler({ root, ...(trustTraceparent === 'same-origin' && ofRemote) })
          const ours = samplerOf({ sampleRatio, trustTraceparent })
          expect(decisionOf(ours, parent, traceId)).toBe(decisionOf(stock, parent, traceId))
        },
      ),
    )
  },
)
