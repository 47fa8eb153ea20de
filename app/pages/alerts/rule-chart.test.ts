import { expect, test } from 'vitest'
import type { AlertEvaluation } from '../../../store/alerts/list-alert-evaluations.ts'
import { type AlertEvent, eventContentSchema } from '../../alerts/event-content.ts'
import { type AlertRule, parseRule } from '../../alerts/rule.ts'
import { layoutRuleChart, mergeStretches } from './rule-chart.server.ts'

const MINUTE_NS = 60_000_000_000n
const FROM_NS = 1_700_000_040n * 1_000_000_000n

function ruleOf(value: object): AlertRule {
  const read = parseRule({ name: 'Rule', ...value })
  if (!('rule' in read)) throw new Error('Not a rule')
  return read.rule
}

const evaluation = (minute: number, value: number, outcome: AlertEvaluation['outcome'] = 'quiet'): AlertEvaluation => ({
  ...{ rule: 'r', slotNs: FROM_NS + BigInt(minute) * MINUTE_NS, subject: '', desk: 'd', revision: '1', outcome, value },
  ...{ threshold: 5, cause: '', label: '', about: '{}', why: '', atNs: 0n },
})

const options = { events: [], range: { from: FROM_NS, to: FROM_NS + 5n * MINUTE_NS }, nowMs: 0 }
const valuesOf = (rule: AlertRule, evaluations: AlertEvaluation[]) =>
  layoutRuleChart(rule, { ...options, evaluations })?.table.rows.map(([, value]) => value)

const count = ruleOf({ kind: 'count', watch: { of: 'users', atLeast: 5, windowMinutes: 5 } })

test('each minute has what its evaluation found, the worst of its subjects; those that were not judged are unknown', () => {
  const found = [evaluation(4, 9, 'not judged'), evaluation(3, 7, 'breach'), evaluation(3, 2), evaluation(1, 1)]
  expect(valuesOf(count, found)).toEqual(['1', 'unknown', '7', 'unknown', 'unknown'])
})

test('of a rule that fires for too few, the worst is the least', () => {
  const watch = { page: 'logs', search: '', comparison: 'fewer than', count: 5, windowMinutes: 5 }
  expect(valuesOf(ruleOf({ kind: 'search', watch }), [evaluation(1, 7), evaluation(1, 2)])).toEqual([
    ...['2', 'unknown', 'unknown', 'unknown', 'unknown'],
  ])
})

test('values without a common unit are not drawn', () => {
  expect(valuesOf(ruleOf({ kind: 'pipeline', watch: {} }), [evaluation(1, 1)])).toBeUndefined()
})

test('the time between firing and its end is shaded', () => {
  const event = (what: AlertEvent['what'], minute: number): AlertEvent => ({
    ...{ id: what, atNs: FROM_NS + BigInt(minute) * MINUTE_NS, rule: 'r', revision: '1', subject: '', episode: 'e' },
    ...{ what, desk: 'd', content: eventContentSchema.parse({}) },
  })
  const events = [event('firing', 1), event('resolved', 3)]
  const chart = layoutRuleChart(count, { ...options, evaluations: [evaluation(1, 1)], events })
  expect(chart?.shaded).toEqual([{ x: '20%', width: '40%' }])
})

test('stretches that overlap or touch are one', () => {
  const stretches = [
    { fromNs: 5n, toNs: 9n },
    { fromNs: 0n, toNs: 2n },
    { fromNs: 1n, toNs: 4n },
    { fromNs: 4n, toNs: 5n },
    { fromNs: 11n, toNs: 12n },
  ]
  expect(mergeStretches(stretches)).toEqual([
    { fromNs: 0n, toNs: 9n },
    { fromNs: 11n, toNs: 12n },
  ])
})
