import { expect, test } from 'vitest'
import { listDropRulesOfTrace } from './list-drop-rules-of-trace.ts'

const rules = ['health-check', 'not-found', 'cross-origin-script-error', 'resize-observer-loop']
const nothing = { spans: 0, logs: 0, exceptions: 0 }

test('what is not there was removed by the rules that say so', () => {
  expect(listDropRulesOfTrace(nothing, rules)).toEqual(rules)
})

test('a trace whose spans are there was not dropped, whatever noise bears its id', () => {
  expect(listDropRulesOfTrace({ ...nothing, spans: 2 }, rules)).toEqual(rules.slice(2))
  expect(listDropRulesOfTrace({ spans: 2, logs: 1, exceptions: 1 }, rules)).toEqual([])
})

test('an exception that is logged during a health check leaves that removed', () => {
  expect(listDropRulesOfTrace({ spans: 0, logs: 1, exceptions: 1 }, ['health-check'])).toEqual(['health-check'])
})
