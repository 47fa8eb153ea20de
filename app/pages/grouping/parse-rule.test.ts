import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidGroupingRule, parseGroupingRule, serializeGroupingRule } from '../../../store/issues/grouping-rule.ts'
import { describeRule, parseRuleFields, ruleParams } from './parse-rule.ts'

const faultsOf = (fields: Record<string, string>) =>
  parseRuleFields(new URLSearchParams(fields)).filterErrors.map(({ param, message }) => `${param}: ${message}`)

test.each([
  [{ type: 'TypeError' }, 'name: Enter a name.'],
  [{ name: 'Prices' }, 'words: Enter at least one condition.'],
  [{ name: 'Prices', words: ' .* ' }, 'words: Enter at least one letter or digit.'],
  [{ name: 'x'.repeat(61), type: 'A' }, 'name: The name can have at most 60 characters.'],
  [{ name: 'Prices', route: '/'.repeat(201) }, 'route: Enter at most 200 characters.'],
])('%o is no rule: %s', (fields, words) => {
  expect(faultsOf(fields)).toEqual([words])
})

test('a rule is told in words', () => {
  const rule = { name: 'Prices', type: 'TypeError', service: 'shop', route: '/cart', words: 'no price' }
  expect(describeRule(rule)).toBe(
    'of type TypeError, with “no … price” in the message, on route /cart, of service shop',
  )
})

test('whatever is typed, it is a rule that is written and read back the same, or says what is amiss', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('', ' ', '.*', '{"name":1}'))
  const fields = fc.record({ name: text, type: text, words: text, route: text, sender: text })
  fc.assert(
    fc.property(fields, typed => {
      const { rule, filterErrors } = parseRuleFields(new URLSearchParams(typed))
      expect(isValidGroupingRule(rule)).toBe(filterErrors.length === 0)
      if (filterErrors.length > 0) return
      expect(parseGroupingRule(serializeGroupingRule(rule))).toEqual(rule)
      expect(parseRuleFields(new URLSearchParams(ruleParams(rule)))).toEqual({ rule, filterErrors: [] })
    }),
  )
})

test('a statement that is no rule takes nothing', () => {
  const values = ['', 'null', '{}', 'no json', '{"name":"x","type":"","service":"","route":"","words":"…"}']
  expect(values.map(parseGroupingRule)).toEqual(values.map(() => undefined))
})
