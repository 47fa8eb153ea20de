import { TraceFlags, trace } from '@opentelemetry/api'
import {
  AlwaysOnSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { TelemetryOptions } from './telemetry-options.ts'

const sampledResult = { decision: SamplingDecision.RECORD_AND_SAMPLED }
const notRecordedResult = { decision: SamplingDecision.NOT_RECORD }

/**
 * By trace id, so that browser and server decide alike; what is below a span of this process, as that was decided. Only a caller that is
 * trusted in everything decides for us.
 *
 * As the SDK's `ParentBasedSampler`, but that one checks all digits of the parent's ids for each span, which the tracer has done before.
 */
export function samplerOf({
  sampleRatio = 1,
  trustTraceparent,
}: Pick<TelemetryOptions, 'sampleRatio' | 'trustTraceparent'>): Sampler {
  const byTraceId = sampleRatio >= 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(sampleRatio)
  const obeysCallers = trustTraceparent === 'always'
  return {
    shouldSample(context, traceId) {
      const parent = trace.getSpanContext(context)
      // The tracer gives its own trace to what has a parent that is no valid one.
      const isChild = parent !== undefined && parent.traceId === traceId
      if (!isChild || (parent.isRemote === true && !obeysCallers)) return byTraceId.shouldSample(context, traceId)
      return (parent.traceFlags & TraceFlags.SAMPLED) === 0 ? notRecordedResult : sampledResult
    },
    toString: () => `Errata{${byTraceId.toString()}, callers ${obeysCallers ? 'obeyed' : 'ignored'}}`,
  }
}
