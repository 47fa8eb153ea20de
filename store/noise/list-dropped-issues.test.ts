import { expect, test } from 'vitest'
import { exceptionRow, noiseRow, openTestStore, spanRow, type TestStore } from '../../test/store/open-test-store.ts'
import { type NewIssueEvent, recordIssueEvents } from '../issues/record-issue-events.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listDroppedIssues } from './list-dropped-issues.ts'

const DAY_MS = 24 * 3_600_000
const ago = (minutes: number) => nsOfMs(Date.now() - minutes * 60_000)

async function droppedIssuesOf(store: TestStore) {
  const nowMs = Date.now()
  return listDroppedIssues(store, { range: rangeEndingAt(nowMs, DAY_MS), nowNs: nsOfMs(nowMs), limit: 10 })
}

const say = (store: TestStore, statements: readonly NewIssueEvent[], minutesAgo = 30) =>
  recordIssueEvents(store, { who: 'Ann', atNs: ago(minutesAgo), statements })

async function issueOf(store: TestStore, message: string): Promise<string> {
  const [row] = await store.querySql<{ Issue: string }>(`SELECT Issue FROM exceptions WHERE Message = '${message}'`)
  return row?.Issue ?? ''
}

const lost = (id: number, minutesAgo: number) =>
  exceptionRow({ at: ago(minutesAgo), message: `order ${id} has no total`, service: 'shop' })

test('a rule that drops exceptions of an issue is listed while the issue is assigned or acknowledged, not after it is resolved', async () => {
  await using store = await openTestStore([
    lost(17, 40),
    noiseRow('cross-origin-script-error/1', lost(23, 5)),
    noiseRow('cross-origin-script-error/1', exceptionRow({ at: ago(5), message: 'Script error.', stacktrace: '' })),
  ])
  const issue = await issueOf(store, 'order 17 has no total')
  expect(await droppedIssuesOf(store)).toEqual([])

  await say(store, [{ issue, what: 'owner', value: 'Ann' }])
  expect(await droppedIssuesOf(store)).toMatchObject([
    {
      rule: 'cross-origin-script-error',
      issue,
      summary: { service: 'shop', type: 'TypeError', message: 'order 17 has no total' },
      stored: 1,
      how: 'exception',
      state: { owner: 'Ann' },
    },
  ])

  await say(store, [{ issue, what: 'resolved', value: 'now' }], 20)
  expect(await droppedIssuesOf(store)).toEqual([])
})

test('a span event that a rule removes has the issue of the log record that tells the same exception', async () => {
  const stored = lost(17, 40)
  const {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stacktrace,
  } = Object(stored.values['LogAttributes'])
  const exception = { 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stacktrace }
  const events = [
    { name: 'exception', attributes: { ...exception, 'exception.type': 'RangeError' } },
    { name: 'exception', attributes: { ...exception, 'errata.noise.rule': 'resize-observer-loop/1' } },
  ]
  await using store = await openTestStore([stored, noiseRow('', spanRow({ at: ago(5), events }))])
  const issue = await issueOf(store, 'order 17 has no total')
  await say(store, [{ issue, what: 'owner', value: 'Ann' }])

  expect(await droppedIssuesOf(store)).toMatchObject([{ rule: 'resize-observer-loop', issue, how: 'exception' }])
})

test('an issue without stored exceptions is listed as well', async () => {
  await using store = await openTestStore([lost(17, 3 * 24 * 60), noiseRow('cross-origin-script-error/1', lost(23, 5))])
  await say(store, [{ issue: await issueOf(store, 'order 17 has no total'), what: 'acknowledged', value: 'yes' }])
  expect(await droppedIssuesOf(store)).toMatchObject([{ rule: 'cross-origin-script-error', stored: 0 }])
})

test('a rule that drops a failed transaction is listed with the issue that its issue was merged into', async () => {
  const failed = { 'errata.error.digest': 'k7m2x9qd4r' }
  await using store = await openTestStore([
    exceptionRow({ at: ago(1), message: 'no database', attributes: failed }),
    exceptionRow({ at: ago(1), message: 'no table', type: 'RangeError' }),
    noiseRow('health-check/1', spanRow({ at: ago(1), attributes: failed })),
  ])
  const [issue, other] = [await issueOf(store, 'no database'), await issueOf(store, 'no table')]
  await say(store, [
    { issue, what: 'merged', value: other },
    { issue: other, what: 'owner', value: 'Ann' },
  ])
  expect(await droppedIssuesOf(store)).toMatchObject([
    { rule: 'health-check', issue: other, how: 'transaction', stored: 2 },
  ])
})
