import { ROOT_CONTEXT } from '@opentelemetry/api'
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { isSampled } from './is-sampled.ts'
import { newId } from './recorder.ts'

test.each([0, 0.001, 0.25, 0.5, 0.999, 1])('of a ratio of %f, the same traces are kept as on the server', ratio => {
  const theirs = new TraceIdRatioBasedSampler(ratio)
  const edge = Math.floor(ratio * 0xffffffff)
  const atEdge = [edge - 1, edge, edge + 1].map(n => `${(n >>> 0).toString(16).padStart(8, '0')}${'0'.repeat(23)}1`)
  const ids = [...Array.from({ length: 2_000 }, () => newId(16)), ...atEdge]

  const kept = ids.map(id => theirs.shouldSample(ROOT_CONTEXT, id).decision !== SamplingDecision.NOT_RECORD)
  expect(ids.map(id => isSampled(id, ratio))).toEqual(kept)
})
