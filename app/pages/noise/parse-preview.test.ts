import { expect, test } from 'vitest'
import type { DropRuleCondition } from '../../data/drop-rules.ts'
import { parsePreview } from './parse-preview.ts'

const condition = (list: DropRuleCondition['list'], text: string, number = 1): DropRuleCondition => ({
  list,
  number,
  text,
})
const rule = [
  condition('log_conditions', 'log.attributes["a"] == nil'),
  condition('trace_conditions', 'spanevent.name == "b"'),
  condition('trace_conditions', 'span.kind == SPAN_KIND_SERVER', 2),
]

test('without anything typed the rule is as it runs', () => {
  const { conditions, filterErrors, parsed, isAsked } = parsePreview(rule, new URLSearchParams('last=7d'))
  expect(conditions.map(({ param, previewed, isEdited }) => [param, previewed, isEdited])).toEqual([
    ['log1', rule[0]?.text, false],
    ['trace1', rule[1]?.text, false],
    ['trace2', rule[2]?.text, false],
  ])
  expect([filterErrors, isAsked, [...parsed.keys()].toSorted()]).toEqual([[], false, ['log', 'span', 'spanevent']])
})

test('what is typed is tried, and what cannot be says why and where', () => {
  const typed = new URLSearchParams({
    log1: 'log.attributes["a"] ==\r\nnil',
    trace1: 'span.name =~ "b"',
    trace2: 'false',
  })
  const { conditions, filterErrors, parsed } = parsePreview(rule, typed)
  expect(conditions.map(({ isEdited }) => isEdited)).toEqual([true, true, true])
  expect(filterErrors).toEqual([
    { param: 'trace1', input: 'span.name =~ "b"', message: expect.stringContaining('At character 12: ~ "b"') },
  ])
  expect([...parsed.keys()]).toEqual(['log', 'span'])
})

test('a condition stands in the list of what it is about', () => {
  const { filterErrors } = parsePreview(rule, new URLSearchParams({ log1: 'span.name == "a"' }))
  expect(filterErrors).toMatchObject([{ param: 'log1', message: expect.stringContaining('span') }])
})
