import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { type AlertEvaluation, listAlertEvaluations } from './list-alert-evaluations.ts'
import { recordAlertEvaluations } from './record-alerts.ts'

const minuteMs = Math.floor(Date.now() / 60_000) * 60_000
const slotNs = (minutesAgo: number) => nsOfMs(minuteMs - minutesAgo * 60_000)
const evaluation = (minutesAgo: number, desk: string, value: number): Omit<AlertEvaluation, 'atNs'> => ({
  ...{ rule: 'errors', slotNs: slotNs(minutesAgo), subject: '', desk, revision: 'r1', outcome: 'breach' },
  ...{ value, threshold: 0.05, cause: '', label: 'checkout', about: '{}', why: '12 % of 340 requests failed' },
})

test('of desks that evaluated the same minute the first one counts, newest minute first', async () => {
  await using store = await openTestStore()
  await recordAlertEvaluations(store, [evaluation(2, 'first', 0.12), evaluation(1, 'first', 0.13)])
  await recordAlertEvaluations(store, [evaluation(2, 'later', 0.5)])
  const range = { from: slotNs(5), to: slotNs(0) }
  const listed = await listAlertEvaluations(store, { range, limit: 10 })
  expect(listed).toMatchObject([evaluation(1, 'first', 0.13), evaluation(2, 'first', 0.12)])
  expect(await listAlertEvaluations(store, { range, rule: 'other', limit: 10 })).toEqual([])
  expect(await listAlertEvaluations(store, { range, subject: 'pay', limit: 10 })).toEqual([])
})
