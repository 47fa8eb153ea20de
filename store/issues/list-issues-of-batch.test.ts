import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssuesOfBatch } from './list-issues-of-batch.ts'
import { recordIssueEvents } from './record-issue-events.ts'

const say = (minute: number, issue: string, value: string) => ({
  who: 'Ann',
  atNs: nsOfMs(Date.now() + minute * 60_000),
  statements: [{ issue, what: 'owner' as const, value }],
})

test('lists the issues of one batch', async () => {
  await using store = await openTestStore()
  const one = say(1, 'a', 'Ann')
  const others = ['b', 'd', 'e'].flatMap(issue => say(1, issue, '').statements)
  const two = { ...one, statements: [...one.statements, ...others] }
  const batch = await recordIssueEvents(store, two)
  await recordIssueEvents(store, say(1, 'c', 'Ann'))
  expect(await listIssuesOfBatch(store, { batch })).toEqual(['a', 'b', 'd', 'e'])
  expect(await listIssuesOfBatch(store, { batch, pageRows: 2 })).toEqual(['a', 'b', 'd', 'e'])
  expect(await listIssuesOfBatch(store, { batch: 'none' })).toEqual([])
})
