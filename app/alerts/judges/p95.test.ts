import { expect, test } from 'vitest'
import { listLatencies } from '../../../store/services/list-latencies.ts'
import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { judgeP95 } from './p95.ts'

const nowMs = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS + 2 * MINUTE_MS

/** Requests two minutes before now, or on a day within the five minutes before, of which a tenth takes so long and the others 40 ms. */
const requests = (service: string, count: number, slowMs: number, daysAgo = 0) =>
  Array.from({ length: count }, (_, i) =>
    spanRow({
      at: nsOfMs(nowMs - (daysAgo === 0 ? 2 : 4) * MINUTE_MS - daysAgo * DAY_MS + i * 100),
      service,
      durationNs: BigInt(i % 10 === 0 ? slowMs : 40) * 1_000_000n,
      attributes: { 'http.route': '/cart' },
    }),
  )

const store = shareTestStore([
  ...requests('pay', 40, 900),
  ...requests('few', 4, 5_000),
  ...[1, 2, 3].flatMap(days => requests('shop', 100, 80, days)),
  ...requests('shop', 100, 400),
  ...[1, 2, 3].flatMap(days => requests('mail', 100, 400, days)),
  ...requests('mail', 100, 400),
])

const p95 = (watch: object, fields: object = {}) =>
  ruleOf('p95', { aboveMs: 500, windowMinutes: 5, ...watch }, { ...fields })
const judge = (rule: ReturnType<typeof p95>, slotsMs: readonly number[] = [nowMs]) =>
  judgeOne(judgeP95, { store: store(), rule, slotsMs })

test('a limit fires above it, clears when requests are gone, and is not judged by a few of them', async () => {
  const judged = await judge(p95({}), [nowMs - 2 * MINUTE_MS, nowMs, nowMs + 6 * MINUTE_MS])
  expect(judged.map(whyOf)).toEqual([
    [],
    [
      '!pay: p95 of 40 requests is 900 ms, 500 ms allowed',
      'few: 4 requests, 20 needed to judge',
      'mail: p95 of 100 requests is 400 ms, 500 ms allowed',
      'shop: p95 of 100 requests is 400 ms, 500 ms allowed',
    ],
    [],
  ])
  expect(judged.map(({ outcome }) => outcome)).toEqual(['no data', 'judged', 'no data'])
})

test('without a limit only a large rise above what is usual fires', async () => {
  const [judged] = await judge(p95({ aboveMs: 0, by: 'operation' }))
  expect(whyOf(judged ?? { observations: [] }).filter(text => /shop|mail|pay/.test(text))).toEqual(
    [
      '!shop\n/cart: p95 of 100 requests is 400 ms, usually 80.0 ms',
      'mail\n/cart: p95 of 100 requests is 400 ms, usually 400 ms',
      'pay\n/cart: p95 of 40 requests is 900 ms; too few before to say what is usual',
    ].toSorted((a, b) => (a.startsWith('!') ? -1 : b.startsWith('!') ? 1 : 0)),
  )
})

test('the percentile of a window is that of the pages', async () => {
  const [judged] = await judge(p95({ windowMinutes: 4, leastRequests: 1 }))
  const toNs = nsOfMs(nowMs)
  const comparison = { beforeNs: toNs - 480_000_000_000n, fromNs: toNs - 240_000_000_000n, toNs }
  const pages = await listLatencies(store(), { comparison, by: 'service', limit: 100 })
  expect(new Map(judged?.observations.map(({ subject, value }) => [subject, value]))).toEqual(
    new Map(pages.map(({ service, now }) => [service, Number(now.p95)])),
  )
})
