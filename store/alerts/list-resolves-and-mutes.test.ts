import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { recordIssueEvents } from '../issues/record-issue-events.ts'
import { nsOfMs } from '../units.ts'
import { listResolvesAndMutes } from './list-resolves-and-mutes.ts'

const nowNs = nsOfMs(Date.now())

test('what was said since a time is listed, and of what was said before the last of each issue', async () => {
  await using store = await openTestStore()
  const say = (issue: string, what: 'resolved' | 'muted' | 'owner', value: string, ago: bigint) =>
    recordIssueEvents(store, { who: 'ada', atNs: nowNs - ago, statements: [{ issue, what, value }] })
  await say('a', 'resolved', 'now', 9n)
  await say('a', 'muted', 'events 5', 8n)
  await say('a', 'owner', 'bob', 3n)
  await say('a', 'muted', '', 2n)
  await say('b', 'resolved', 'next', 1n)
  const listed = await listResolvesAndMutes(store, { sinceNs: nowNs - 5n })
  expect(listed.map(({ issue, what, value, atNs }) => [issue, what, value, nowNs - atNs])).toEqual([
    ['a', 'muted', 'events 5', 8n],
    ['a', 'muted', '', 2n],
    ['b', 'resolved', 'next', 1n],
  ])
  expect(new Set(listed.map(({ id }) => id)).size).toBe(3)
  // Read in pages, none of which is the whole.
  expect(await listResolvesAndMutes(store, { sinceNs: nowNs - 5n, pageRows: 3 })).toEqual(listed)
  await expect(listResolvesAndMutes(store, { sinceNs: nowNs - 5n, pageRows: 2 })).rejects.toMatchObject({
    kind: 'unreadable',
  })
})
