import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api'
import { TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { newId } from './recorder.ts'
import { sampleByTraceId } from './sample-by-trace-id.ts'

test.each([0, 0.001, 0.25, 0.5, 0.999, 1])('of a ratio of %f, the same traces are kept as on the server', ratio => {
  const ours = sampleByTraceId(ratio)
  const theirs = new TraceIdRatioBasedSampler(ratio)
  const edge = Math.floor(ratio * 0xffffffff)
  const atEdge = [edge - 1, edge, edge + 1].map(n => `${(n >>> 0).toString(16).padStart(8, '0')}${'0'.repeat(23)}1`)
  const ids = [...Array.from({ length: 2_000 }, () => newId(16)), ...atEdge]

  const decisions = ids.map(id => ours.shouldSample(ROOT_CONTEXT, id, '', SpanKind.INTERNAL, {}, []).decision)
  expect(decisions).toEqual(ids.map(id => theirs.shouldSample(ROOT_CONTEXT, id).decision))
})
