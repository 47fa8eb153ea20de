import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IssueEvent } from './derive-state.ts'
import { groupingRuleIssueId, serializeGroupingRule } from './grouping-rule.ts'
import { deriveMerges, findMergeTarget, rulesMergedInto, sourceIssueIds } from './merges.ts'

const mergeEvents = (pairs: readonly (readonly [string, string])[]) =>
  new Map(
    pairs.map(([issue, value]) => [issue, [{ what: 'merged' as const, value, who: '', atNs: 0n, batch: '' }]] as const),
  )

test('merges are transitive', () => {
  const merges = deriveMerges(
    mergeEvents([
      ['a', 'b'],
      ['b', 'c'],
      ['d', ''],
    ]),
  )
  expect(['a', 'b', 'c', 'd'].map(issue => findMergeTarget(issue, merges))).toEqual(['c', 'c', 'c', 'd'])
  expect(sourceIssueIds('c', merges)).toEqual(['c', 'a', 'b'])
})

test('a rule merges the issues that it matches except manually merged ones, and its own issue may be merged', () => {
  const rule = { name: 'Prices', type: '', service: '', route: '', words: 'price' }
  const made = groupingRuleIssueId('Prices')
  const applied: IssueEvent = { what: 'rule', value: serializeGroupingRule(rule), who: '', atNs: 0n, batch: 'b' }
  const ruled = new Map(['x', 'y', 'z', 'gone'].map(issue => [issue, issue === 'gone' ? 'ended' : made]))
  const merges = deriveMerges(
    new Map<string, readonly IssueEvent[]>([...mergeEvents([['y', 'w']]), [made, [applied]]]),
    ruled,
  )
  expect(['x', 'y', 'z', 'gone'].map(issue => findMergeTarget(issue, merges))).toEqual([made, 'w', made, 'gone'])
  expect(rulesMergedInto(made, merges)).toMatchObject([{ rule: { rule, issue: made, batch: 'b' }, issues: 2 }])

  const merged: IssueEvent = { what: 'merged', value: 'v', who: '', atNs: 1n, batch: '' }
  const further = deriveMerges(new Map([[made, [applied, merged]]]), ruled)
  expect(sourceIssueIds('v', further).toSorted()).toEqual(['v', made, 'x', 'y', 'z'].toSorted())
})

test('after any merges, also cyclic ones, each issue resolves to an issue that resolves to itself', () => {
  const issue = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(issue, issue), { selector: ([from]) => from }), pairs => {
      const merges = deriveMerges(mergeEvents(pairs))
      for (const one of ['a', 'b', 'c', 'd', 'e']) {
        const target = findMergeTarget(one, merges)
        expect(findMergeTarget(target, merges)).toBe(target)
        expect(sourceIssueIds(target, merges)).toContain(one)
      }
    }),
  )
})
