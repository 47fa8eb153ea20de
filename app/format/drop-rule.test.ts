import { expect, test } from 'vitest'
import { DROP_RULES } from '../../store/noise/list-drops.ts'
import { formatDropRule } from './drop-rule.ts'

test('every rule of ours has words, and another has its name', () => {
  expect(formatDropRule('health-check')).toBe('the rule for health checks')
  for (const rule of DROP_RULES) expect(formatDropRule(rule)).toMatch(/^the rule for /)
  expect(formatDropRule('bots')).toBe('the drop rule bots')
})
