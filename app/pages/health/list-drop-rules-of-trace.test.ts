import { expect, test } from 'vitest'
import { listDropRulesOfTrace } from './list-drop-rules-of-trace.ts'

const rules = ['health-check', 'not-found', 'cross-origin-script-error', 'resize-observer-loop']
const by = (sender: 'server' | 'browser') => rules.map(rule => ({ rule, sender }))
const nothing = { spans: 0, logs: 0, exceptions: 0, serverSpans: 0, serverExceptions: 0 }
const all = { spans: 2, logs: 1, exceptions: 1 }

test('what is not there was removed by the rules that say so', () => {
  expect(listDropRulesOfTrace(nothing, by('server'))).toEqual(rules)
})

test('a trace whose spans are there was not dropped, whatever noise bears its id', () => {
  expect(listDropRulesOfTrace({ ...nothing, spans: 2, serverSpans: 2 }, by('server'))).toEqual(rules.slice(2))
  expect(listDropRulesOfTrace({ ...all, serverSpans: 2, serverExceptions: 1 }, by('server'))).toEqual([])
})

test('an exception that is logged during a health check leaves that removed', () => {
  const logged = { ...nothing, logs: 1, exceptions: 1, serverExceptions: 1 }
  expect(listDropRulesOfTrace(logged, [{ rule: 'health-check', sender: 'server' }])).toEqual(['health-check'])
})

test('a browser neither makes a server’s trace a dropped one nor a dropped one a stored one', () => {
  expect(listDropRulesOfTrace(nothing, by('browser'))).toEqual([])
  expect(listDropRulesOfTrace({ ...nothing, ...all }, [...by('server'), ...by('browser')])).toEqual(rules)
})
