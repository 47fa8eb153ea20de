import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssueEvents } from './list-issue-events.ts'
import { recordIssueEvents, undoActionBatch } from './record-issue-events.ts'

const say = (minute: number, issue: string, value: string) => ({
  who: 'Ann',
  atNs: nsOfMs(Date.now() + minute * 60_000),
  statements: [{ issue, what: 'owner' as const, value }],
})

test('lists the last event of each type, without undone ones', async () => {
  await using store = await openTestStore()
  await recordIssueEvents(store, say(1, 'a', 'Ann'))
  await recordIssueEvents(store, say(2, 'b', 'Cem'))
  const batch = await recordIssueEvents(store, say(3, 'a', 'Ben'))
  const owners = async () =>
    [...(await listIssueEvents(store, {})).issueEvents].map(([issue, [latest]]) => [issue, latest?.value])
  expect(await owners()).toEqual([
    ['a', 'Ben'],
    ['b', 'Cem'],
  ])
  await undoActionBatch(store, { ...say(4, 'a', ''), batch, issues: ['a'] })
  expect(await owners()).toEqual([
    ['a', 'Ann'],
    ['b', 'Cem'],
  ])
})

test('lists the history of an issue and the issues merged into it, newest first, undone events marked', async () => {
  await using store = await openTestStore()
  const batch = await recordIssueEvents(store, say(1, 'a', 'Ann'))
  await recordIssueEvents(store, say(1, 'b', 'Ann'))
  await undoActionBatch(store, { ...say(2, 'a', ''), batch, issues: ['a'] })
  await recordIssueEvents(store, { ...say(3, 'c', ''), statements: [{ issue: 'c', what: 'merged', value: 'a' }] })
  const { history } = await listIssueEvents(store, { historyOf: 'a' })
  expect(history.map(({ issue, what, value, isUndone }) => [issue, what, value, isUndone])).toEqual([
    ['c', 'merged', 'a', false],
    ['a', 'undo', batch, false],
    ['a', 'owner', 'Ann', true],
  ])
  expect((await listIssueEvents(store, {})).history).toEqual([])
})

test('of undoes of one batch, at once or one after another, there is one', async () => {
  await using store = await openTestStore()
  const batch = await recordIssueEvents(store, say(1, 'a', 'ann'))
  const undo = (minute: number, who: string) =>
    undoActionBatch(store, { ...say(minute, 'a', ''), who, batch, issues: ['a'] })
  await Promise.all(['Ann', 'Ben', 'Cas', 'Dee'].map(who => undo(2, who)))
  await undo(3, 'Eve')

  const { history, issueEvents } = await listIssueEvents(store, { historyOf: 'a' })
  expect(history.map(({ what, isUndone }) => [what, isUndone])).toEqual([
    ['undo', false],
    ['owner', true],
  ])
  expect(issueEvents.get('a')).toBeUndefined()
})

test('however few rows are read at once, the log is the same, if they are more than any issue has', async () => {
  await using store = await openTestStore()
  const statements = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((issue, at) =>
    (['owner', 'note', 'acknowledged', 'muted'] as const)
      .slice(0, 1 + (at % 4))
      .map(what => ({ issue, what, value: `${issue} ${what}` })),
  )
  await recordIssueEvents(store, { who: 'Ann', atNs: nsOfMs(Date.now()), statements })
  const whole = await listIssueEvents(store, { historyOf: 'd' })
  expect([...whole.issueEvents.keys()]).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  for (const pageRows of [5, 6, 7, 8, 17, 18, 1_000]) {
    expect(await listIssueEvents(store, { historyOf: 'd', pageRows })).toEqual(whole)
  }
  await expect(listIssueEvents(store, { historyOf: 'd', pageRows: 4 })).rejects.toMatchObject({ kind: 'unreadable' })
})
