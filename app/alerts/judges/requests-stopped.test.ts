import { expect, test } from 'vitest'
import { listRhythmsAt } from '../../../store/alerts/list-rhythms-at.ts'
import { listRhythms } from '../../../store/services/list-rhythms.ts'
import { listTrafficDeclines } from '../../../store/services/list-traffic-declines.ts'
import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import {
  EVEN_PART,
  LOST_TRAFFIC_PART,
  MIN_COUNT_FOR_PERCENTAGE,
  MIN_RUNS,
  MIN_SILENCE_MS,
} from '../../insights/thresholds.ts'
import { judgeMissedJobs } from './job-missed.ts'
import { judgeStoppedRequests } from './requests-stopped.ts'

const nowMs = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS
const ran = (atMs: number, service: string, name: string, environment = 'production') =>
  spanRow({
    at: nsOfMs(atMs),
    service,
    name,
    attributes: { 'http.route': name },
    resource: { 'deployment.environment.name': environment },
  })
const every = (fromMs: number, toMs: number, stepMs: number, row: (atMs: number) => ReturnType<typeof ran>) =>
  Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, i) => row(fromMs + i * stepMs))
/** People do not call as evenly as a timer. */
const unevenly = (atMs: number) => atMs + ((atMs / 30_000) % 3) * 9_000
const hourOf = (days: number) => nowMs - days * DAY_MS - 140 * MINUTE_MS

const store = shareTestStore([
  // The requests came as often as on other days, but none in the last hour.
  ...[0, 1, 2, 3].flatMap(days =>
    every(hourOf(days), hourOf(days) + 140 * MINUTE_MS, 30_000, at => ran(unevenly(at), 'shop', '/')),
  ),
  ...[1, 2, 3].flatMap(days =>
    every(hourOf(days), hourOf(days) + 140 * MINUTE_MS, 30_000, at => ran(unevenly(at), 'pay', '/pay')),
  ),
  ...every(hourOf(0), nowMs - 60 * MINUTE_MS, 30_000, at => ran(unevenly(at), 'pay', '/pay')),
  // Every half an hour; one of the two has stopped.
  ...every(nowMs - 20 * 30 * MINUTE_MS - MINUTE_MS, nowMs, 30 * MINUTE_MS, at => ran(at, 'clock', 'tidy')),
  ...every(nowMs - 20 * 30 * MINUTE_MS - MINUTE_MS, nowMs - 70 * MINUTE_MS, 30 * MINUTE_MS, at =>
    ran(at, 'clock', 'bill'),
  ),
])

test('a service whose usual requests stopped fires, and clears once they are back', async () => {
  const rule = ruleOf('requests stopped')
  const slotsMs = [nowMs - 60 * MINUTE_MS, nowMs - MINUTE_MS, nowMs]
  const judged = await judgeOne(judgeStoppedRequests, { store: store(), rule, slotsMs })
  const ofPay = judged.map(({ observations }) => observations.filter(({ subject }) => subject === 'pay'))
  expect(ofPay.map(observations => whyOf({ observations }))).toEqual([
    ['pay: usually 30 a quarter of an hour, 30 now'],
    ['!pay: usually 30 a quarter of an hour, none now'],
    ['!pay: usually 30 a quarter of an hour, none now'],
  ])
  expect(judged[1]?.observations.filter(({ isBreach }) => isBreach).map(({ subject }) => subject)).toEqual(['pay'])
})

test('traffic has declined where the overview says so', async () => {
  const of = { nowMs, leastUsual: MIN_COUNT_FOR_PERCENTAGE, mostPart: LOST_TRAFFIC_PART }
  const declines = await listTrafficDeclines(store(), of)
  const [judged] = await judgeOne(judgeStoppedRequests, {
    store: store(),
    rule: ruleOf('requests stopped'),
    slotsMs: [nowMs],
  })
  const lost = judged?.observations.filter(({ isBreach }) => isBreach) ?? []
  expect(lost.map(({ subject, value }) => [subject, value])).toEqual(
    declines.map(({ service, recent }) => [service, recent]),
  )
  expect(lost.map(({ threshold }) => threshold)).toEqual(declines.map(({ usual }) => usual * LOST_TRAFFIC_PART))
})

test('one operation is judged by its own rhythm', async () => {
  const rule = ruleOf('requests stopped', {}, { service: 'pay', operation: '/pay' })
  const [judged] = await judgeOne(judgeStoppedRequests, { store: store(), rule, slotsMs: [nowMs] })
  expect(whyOf(judged ?? { observations: [] })).toEqual([
    '!pay: /pay last ran 1 h ago; on other days it runs at this hour',
  ])
})

test('without any requests there is nothing to judge', async () => {
  const rule = ruleOf('requests stopped', {}, { service: 'unknown' })
  const [judged] = await judgeOne(judgeStoppedRequests, { store: store(), rule, slotsMs: [nowMs] })
  expect(judged).toMatchObject({ outcome: 'no data', observations: [] })
})

test('a job that missed a run by its own rhythm fires, and clears when it runs again', async () => {
  const rule = ruleOf('job missed', {}, { service: 'clock' })
  const slotsMs = [nowMs - 50 * MINUTE_MS, nowMs]
  const judged = () => judgeOne(judgeMissedJobs, { store: store(), rule, slotsMs })
  expect((await judged()).map(whyOf)).toEqual([
    [
      'clock\nproduction\nbill: last ran 41 min ago, usually every 30 min',
      'clock\nproduction\ntidy: last ran 11 min ago, usually every 30 min',
    ],
    ['!clock\nproduction\nbill: last ran 1 h 31 min ago, usually every 30 min'],
  ])
  await store().insert([ran(nowMs - 2 * MINUTE_MS, 'clock', 'bill')])
  expect((await judged()).map(whyOf)[1]).toEqual([])
})

test('rhythms at a time are those that pages find then', async () => {
  const rhythm = { leastSilenceMs: MIN_SILENCE_MS, leastRuns: MIN_RUNS, evenPart: EVEN_PART }
  const pages = await listRhythms(store(), { nowMs, ...rhythm })
  const at = await listRhythmsAt(store(), { times: [nsOfMs(nowMs - 3 * 3_600_000), nsOfMs(nowMs)], ...rhythm })
  const byName = (a: { operation: string }, b: { operation: string }) => (a.operation < b.operation ? -1 : 1)
  expect(
    at
      .filter(({ atNs }) => atNs === nsOfMs(nowMs))
      .map(({ atNs: _, ...of }) => of)
      .toSorted(byName),
  ).toEqual(pages.toSorted(byName))
  expect(pages.map(({ operation }) => operation)).toEqual(['/pay'])
})
