import { expect, test } from 'vitest'
import { evaluateProbe } from './evaluate-probe.ts'
import type { Probe } from './probes.ts'

const healthCheck: Probe = { name: 'a health check', shape: 'span', rule: 'health-check', attributes: {} }
const kept: Probe = { ...healthCheck, rule: undefined }
const nothing = { spans: 0, logs: 0, exceptions: 0, droppedBy: [] }
const stored = { ...nothing, spans: 1 }
const dropped = { ...nothing, droppedBy: ['health-check'] }

test('a probe for a rule passes when that rule dropped it and nothing of it is stored', () => {
  expect(evaluateProbe(healthCheck, dropped)).toEqual({ outcome: 'dropped by health-check', passed: true })
  expect(evaluateProbe(healthCheck, nothing)).toEqual({ outcome: 'not received', passed: false })
  expect(evaluateProbe(healthCheck, stored)).toEqual({ outcome: 'stored', passed: false })
  expect(evaluateProbe(healthCheck, { ...nothing, droppedBy: ['not-found'] })).toEqual({
    outcome: 'dropped by not-found',
    passed: false,
  })
})

test('a probe that no rule may drop passes when it is stored', () => {
  expect(evaluateProbe(kept, stored)).toEqual({ outcome: 'stored', passed: true })
  expect(evaluateProbe(kept, dropped).passed).toBe(false)
  expect(evaluateProbe(kept, nothing).passed).toBe(false)
})

test('the span of an event probe must be stored, its exception only if no rule drops it', () => {
  const event: Probe = { ...healthCheck, shape: 'event' }
  expect(evaluateProbe(event, { ...stored, droppedBy: ['health-check'] }).passed).toBe(true)
  expect(evaluateProbe(event, dropped)).toEqual({ outcome: 'dropped by health-check, no span stored', passed: false })
  expect(evaluateProbe({ ...event, rule: undefined }, { ...stored, exceptions: 1 }).passed).toBe(true)
  expect(evaluateProbe({ ...event, rule: undefined }, stored).passed).toBe(false)
})
