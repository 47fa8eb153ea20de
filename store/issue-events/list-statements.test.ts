import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listStatements } from './list-statements.ts'
import { stateIssues, undo } from './state-issues.ts'

const say = (minute: number, issue: string, value: string) => ({
  who: 'Ann',
  atNs: nsOfMs(Date.now() + minute * 60_000),
  statements: [{ issue, what: 'owner' as const, value }],
})

test('lists the last word of each matter, without what was taken back', async () => {
  await using store = await openTestStore()
  await stateIssues(store, say(1, 'a', 'Ann'))
  await stateIssues(store, say(2, 'b', 'Cem'))
  const batch = await stateIssues(store, say(3, 'a', 'Ben'))
  const owners = async () => [...(await listStatements(store, {}))].map(([issue, [said]]) => [issue, said?.value])
  expect(await owners()).toEqual([
    ['a', 'Ben'],
    ['b', 'Cem'],
  ])
  await undo(store, { ...say(4, 'a', ''), batch, issues: ['a'] })
  expect(await owners()).toEqual([
    ['a', 'Ann'],
    ['b', 'Cem'],
  ])
})
