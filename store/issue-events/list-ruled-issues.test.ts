import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import type { GroupingRule } from './grouping-rule.ts'
import { listRuledIssues } from './list-ruled-issues.ts'

const held = (name: string, conditions: Partial<GroupingRule>) => ({
  rule: { name, type: '', service: '', route: '', words: '', ...conditions },
  issue: name,
  batch: '',
})

test('lists the issues of which a rule takes exceptions, with the first rule that fits', async () => {
  const thrown = (issue: string, message: string, route = '/', service = 'shop') =>
    exceptionRow({ service, message, attributes: { 'errata.issue.fingerprint': issue, 'http.route': route } })
  await using store = await openTestStore([
    thrown('a', 'no price of\norder 5'),
    thrown('a', 'no stock', '/cart'),
    thrown('b', 'order 5 has no price', '/cart', 'desk'),
    thrown('c', 'no stock', '/cart', 'desk'),
    thrown('d', 'all is well', '/', 'desk'),
  ])
  const rules = [
    held('worded', { words: 'price order', type: 'TypeError' }),
    held('routed', { route: '/cart', service: 'desk' }),
    held('none', { type: 'RangeError' }),
  ]
  expect(await listRuledIssues(store, { rules })).toEqual(
    new Map([
      ['worded', ['a']],
      ['routed', ['b', 'c']],
      ['none', []],
    ]),
  )
})
