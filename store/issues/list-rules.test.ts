import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { type GroupingRule, groupingRuleIssueId, serializeGroupingRule } from './grouping-rule.ts'
import { listRules } from './list-rules.ts'
import { recordIssueEvents, undoActionBatch } from './record-issue-events.ts'

const nowMs = Date.now()
const at = (minute: number) => nsOfMs(nowMs + minute * 60_000)
const rule = (words: string): GroupingRule => ({ name: 'Prices', type: '', service: '', route: '', words })
const issue = groupingRuleIssueId('Prices')

test('each change of a rule is a version, and undo restores the previous one', async () => {
  await using store = await openTestStore()
  const say = (minute: number, value: string, who: string) =>
    recordIssueEvents(store, { who, atNs: at(minute), statements: [{ issue, what: 'rule', value }] })
  const read = async () => {
    const [found] = await listRules(store, {})
    return {
      held: found?.held && [found.held.version, found.held.rule.words, found.held.who],
      last: found?.last?.version,
      versions: found?.versions.map(({ version, isUndone }) => (isUndone ? -version : version)),
    }
  }
  await say(1, serializeGroupingRule(rule('price')), 'Ann')
  const second = await say(2, serializeGroupingRule(rule('no price')), 'Ben')
  expect(await read()).toEqual({ held: [2, 'no price', 'Ben'], last: 2, versions: [2, 1] })

  await undoActionBatch(store, { who: 'Ann', atNs: at(3), batch: second, issues: [issue] })
  expect(await read()).toEqual({ held: [1, 'price', 'Ann'], last: 1, versions: [-2, 1] })

  const end = await say(4, '', 'Ann')
  expect(await read()).toEqual({ held: undefined, last: 3, versions: [3, -2, 1] })
  await undoActionBatch(store, { who: 'Ann', atNs: at(5), batch: end, issues: [issue] })
  expect(await read()).toEqual({ held: [1, 'price', 'Ann'], last: 1, versions: [-3, -2, 1] })
})
