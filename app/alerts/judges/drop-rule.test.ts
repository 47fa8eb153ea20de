import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { noiseRow, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { findAlarms } from '../../parts/drop-alarms/find-alarms.ts'
import { judgeDropRules } from './drop-rule.ts'

const nowMs = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS
const spans = (count: number, minutesAgo: number) =>
  Array.from({ length: count }, (_, i) => spanRow({ at: nsOfMs(nowMs - minutesAgo * MINUTE_MS + i * 10) }))

/** Ten health checks in each quarter of an hour, but for the last one; other requests go on. */
const store = shareTestStore(
  [1, 2, 3, 4, 5, 6].flatMap(quarter => [
    ...spans(100, quarter * 15 - 1),
    ...(quarter === 1 ? [] : spans(10, quarter * 15 - 2).map(row => noiseRow('health-check/1', row))),
  ]),
)

test('a drop rule that drops nothing any more fires where the page of drop rules says so, and not before', async () => {
  const slotsMs = [nowMs - 15 * MINUTE_MS, nowMs]
  const judged = await judgeOne(judgeDropRules, { store: store(), rule: ruleOf('drop rule'), slotsMs })
  expect(judged.map(whyOf)).toEqual([[], ['!health-check: dropped nothing in 15 minutes, usually 9']])
  const { rules } = await findAlarms(store(), { nowMs, hidden: ['errata'] })
  expect(judged[1]?.observations.map(({ subject, value, threshold }) => [subject, value, threshold])).toEqual(
    rules.map(({ rule, removed, expected }) => [rule, removed, expected]),
  )
})

test('without traffic there is nothing to judge', async () => {
  const slotsMs = [nowMs + 3 * 60 * MINUTE_MS]
  const [judged] = await judgeOne(judgeDropRules, { store: store(), rule: ruleOf('drop rule'), slotsMs })
  expect(judged).toMatchObject({ outcome: 'no data', observations: [] })
})
