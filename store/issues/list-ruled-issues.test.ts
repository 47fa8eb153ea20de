import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import type { GroupingRule } from './grouping-rule.ts'
import { listRuledIssues } from './list-ruled-issues.ts'

const held = (name: string, conditions: Partial<GroupingRule>) => ({
  rule: { name, type: '', service: '', route: '', words: '', ...conditions },
  issue: name,
  batch: '',
})

test('lists the issues that rules match by their latest exception, with the first matching rule', async () => {
  const thrown = (issue: string, at: number, message: string, route = '/', service = 'shop') =>
    exceptionRow({ at, service, message, attributes: { 'errata.issue.fingerprint': issue, 'http.route': route } })
  await using store = await openTestStore([
    thrown('a', 1_000, 'no price of\norder 5'),
    thrown('a', 2_000, 'no stock', '/cart'),
    thrown('b', 1_000, 'order 5 has no price', '/cart', 'desk'),
    thrown('c', 1_000, 'no stock', '/cart', 'desk'),
    thrown('d', 1_000, 'all is well', '/', 'desk'),
    thrown('e', 1_000, 'price of an order, (.*) in \u{1f600}', '/cart', 'desk'),
  ])
  const rules = [
    held('worded', { words: 'price order', type: 'TypeError' }),
    held('routed', { route: '/cart', service: 'desk' }),
    held('none', { type: 'RangeError' }),
  ]
  expect(await listRuledIssues(store, { rules })).toEqual(
    new Map([
      ['a', 'worded'],
      ['b', 'routed'],
      ['c', 'routed'],
      ['e', 'worded'],
    ]),
  )
  // However few are read at once.
  expect((await listRuledIssues(store, { rules, pageRows: 2 })).size).toBe(4)
  expect([
    ...(await listRuledIssues(store, { rules: [held('exact', { words: 'order, (.*) \u{1f600}' })] })).keys(),
  ]).toEqual(['e'])
})
