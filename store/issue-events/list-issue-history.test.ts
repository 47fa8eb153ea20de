import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssueHistory } from './list-issue-history.ts'
import { stateIssues, undo } from './state-issues.ts'

const say = (minute: number, issue: string, value: string) => ({
  who: 'Ann',
  atNs: nsOfMs(Date.now() + minute * 60_000),
  statements: [{ issue, what: 'owner' as const, value }],
})

test('lists all that was said of an issue, newest first, what was taken back marked', async () => {
  await using store = await openTestStore()
  const batch = await stateIssues(store, say(1, 'a', 'Ann'))
  await stateIssues(store, say(1, 'b', 'Ann'))
  await undo(store, { ...say(2, 'a', ''), batch, issues: ['a'] })
  const history = await listIssueHistory(store, { issues: ['a'], limit: 10 })
  expect(history.map(({ what, value, isUndone }) => [what, value, isUndone])).toEqual([
    ['undo', batch, false],
    ['owner', 'Ann', true],
  ])
})
