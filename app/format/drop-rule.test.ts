import { expect, test } from 'vitest'
import { DROP_RULE_NAMES } from '../../store/noise/drop-rules.ts'
import { formatDropRule, formatDropRulePageTitle, formatDropRuleTitle } from './drop-rule.ts'

test('every rule of ours has words, and another has its name', () => {
  expect(DROP_RULE_NAMES.map(formatDropRule)).toEqual([
    'the rule for cross-origin script errors',
    'the rule for ResizeObserver loop notices',
    'the rule for health checks',
    'the rule for 404 pages',
  ])
  expect(formatDropRuleTitle('health-check')).toBe('Health checks')
  expect(formatDropRulePageTitle('not-found')).toBe('Drop rule: 404 pages')
  expect(formatDropRulePageTitle('bots')).toBe('Drop rule: bots')
  expect([formatDropRuleTitle('bots'), formatDropRule('bots')]).toEqual(['bots', 'the drop rule bots'])
})
