import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId } from '../../test/store/open-test-store.ts'
import { readIssueStates } from '../issues/read-states.ts'
import { recordIssueEvents } from '../issues/record-issue-events.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { parseCondition } from './parse-condition.ts'
import { previewOnLogs } from './preview-on-logs.ts'

const nowMs = Date.now()
const at = nsOfMs(nowMs - 60_000)
const range = rangeEndingAt(nowMs + 60_000, 3_600_000)

function conditionsOf(text: string) {
  const parsed = parseCondition(text)
  if ('fault' in parsed) throw new Error(parsed.fault)
  return [parsed.condition]
}

test('counts the exceptions and issues that the conditions would drop, each once', async () => {
  const lost = exceptionRow({ at, message: 'order 17 has no total' })
  await using store = await openTestStore([
    lost,
    lost,
    exceptionRow({ at, message: 'order 18 has no total', traceId: randomHexId(16), spanId: randomHexId(8) }),
    exceptionRow({ at, type: 'RangeError', message: 'no total of cart' }),
    exceptionRow({ at, message: 'something else' }),
    exceptionRow({ at: at - 7_200_000_000_000n, message: 'order 1 has no total' }),
  ])
  await store.insert([lost])
  const conditions = conditionsOf('IsMatch(log.attributes["exception.message"], "no total")')
  const states = await readIssueStates(store, { nowNs: nsOfMs(nowMs) })
  expect(await previewOnLogs(store, { conditions, range, states })).toEqual({
    items: 3,
    traces: 1,
    exceptions: 3,
    issues: 2,
    assigned: 0,
    acknowledged: 0,
    of: [
      expect.objectContaining({ service: 'shop', type: 'TypeError', exceptions: 2 }),
      expect.objectContaining({ service: 'shop', type: 'RangeError', message: 'no total of cart', exceptions: 1 }),
    ],
  })
})

test('counts assigned and acknowledged issues, merged ones once, with their owners', async () => {
  const thrown = (issue: string) =>
    exceptionRow({ at, message: `no ${issue}`, attributes: { 'errata.issue.fingerprint': issue } })
  await using store = await openTestStore(['a', 'b', 'c', 'd', 'e', 'f'].map(thrown))
  const statements = [
    { issue: 'a', what: 'owner', value: 'Ann' },
    { issue: 'b', what: 'owner', value: 'Ben' },
    { issue: 'b', what: 'acknowledged', value: 'yes' },
    { issue: 'c', what: 'acknowledged', value: 'yes' },
    { issue: 'd', what: 'merged', value: 'a' },
    { issue: 'e', what: 'owner', value: 'Ben' },
    { issue: 'e', what: 'muted', value: `time ${nsOfMs(nowMs + 60_000)}` },
  ] as const
  await recordIssueEvents(store, { who: 'Ann', atNs: at, statements })
  const states = await readIssueStates(store, { nowNs: nsOfMs(nowMs) })

  const conditions = conditionsOf('log.attributes["exception.type"] == "TypeError"')
  const preview = await previewOnLogs(store, { conditions, range, states })
  expect(preview).toMatchObject({ exceptions: 6, issues: 5, assigned: 2, acknowledged: 1 })
  expect(preview.of.map(({ issue, exceptions, state }) => [issue, exceptions, state.owner])).toEqual([
    ['a', 2, 'Ann'],
    ['b', 1, 'Ben'],
    ['c', 1, ''],
    ['e', 1, 'Ben'],
    ['f', 1, ''],
  ])
})
