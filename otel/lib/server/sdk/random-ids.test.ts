import { isValidSpanId, isValidTraceId } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { randomIds } from './random-ids.ts'

test('no id of a hundred thousand is malformed or there twice, spans and traces by turns', () => {
  const spans = new Set<string>()
  const traces = new Set<string>()
  for (let i = 0; i < 50_000; i++) {
    spans.add(randomIds.generateSpanId())
    if (i % 3 === 0) spans.add(randomIds.generateSpanId())
    traces.add(randomIds.generateTraceId())
  }
  expect([spans.size, traces.size]).toEqual([66_667, 50_000])
  expect([...spans].filter(id => !isValidSpanId(id))).toEqual([])
  expect([...traces].filter(id => !isValidTraceId(id))).toEqual([])
})
