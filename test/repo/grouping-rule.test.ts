import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupingRule, ruleFile } from '../store/write-grouping-rule.ts'

test('the schema has the rule of grouping that its data makes: npm run grouping writes it', () => {
  expect(readFileSync(ruleFile, 'utf8')).toBe(groupingRule())
})
