import { expect, test } from 'vitest'
import { addPreviousPeriod } from '../../../store/comparison.ts'
import { formatSince } from '../../format/time.ts'
import { layoutSparkline } from '../../ui/charts/layout-sparkline.server.ts'
import { summarizeOverview } from './summarize.server.ts'

const HOUR_NS = 3_600_000_000_000n
const fromNs = 1_000_000n * HOUR_NS
const comparison = addPreviousPeriod({ from: fromNs, to: fromNs + 2n * HOUR_NS }, HOUR_NS)
const buckets = [0n, 1n].map(hour => ({ fromNs: fromNs + hour * HOUR_NS, toNs: fromNs + (hour + 1n) * HOUR_NS }))
const nothing = { comparison, buckets, nowNs: comparison.toNs, requests: [], exceptions: [], releases: [] }
/** @param hour less than 0 before; such a row comes moved onto the hour that it is drawn over. */
const asked = (hour: bigint, service: string, requests: number, failed = 0) => ({
  isNow: hour >= 0n,
  bucketNs: fromNs + (hour < 0n ? hour + 2n : hour) * HOUR_NS,
  service,
  isBrowser: service.endsWith('-browser'),
  requests,
  failed,
})

test('before is what was in the same buckets of the time before, and the service with most failures stands first', () => {
  const summary = summarizeOverview({
    ...nothing,
    requests: [asked(-2n, 'shop', 60), asked(0n, 'shop', 100, 1), asked(1n, 'shop', 20), asked(1n, 'cart', 30, 3)],
    exceptions: [undefined, fromNs + HOUR_NS].map(bucketNs => ({
      isNow: false,
      bucketNs,
      service: 'cart',
      exceptions: 4,
    })),
  })
  expect(summary).toMatchObject({
    requests: { now: 150, before: 60 },
    failed: { now: 4, before: 0 },
    exceptions: { now: 0, before: 4 },
    perMinute: 1.25,
    services: [
      { service: 'cart', exceptions: { now: 0, before: 4 } },
      { service: 'shop', perMinute: 1 },
    ],
  })
  expect(summary.requestChart.table.rows.map(([, ...values]) => values)).toEqual([
    ['100', '60'],
    ['50', '0'],
  ])
  expect(summary.errorRateChart.table.rows.map(([, ...values]) => values)).toEqual([
    ['1 %', '0 %'],
    ['6 %', 'unknown'],
  ])
})

test('in all, what a browser requests is counted by the service that answers, and by the browser where none does', () => {
  const browser = [asked(-1n, 'shop-browser', 50, 5), asked(1n, 'shop-browser', 60, 6)]
  const answered = summarizeOverview({ ...nothing, requests: [...browser, asked(1n, 'shop', 60, 2)] })
  expect(answered).toMatchObject({ requests: { now: 60, before: 0 }, failed: { now: 2, before: 0 } })
  expect(answered.services).toMatchObject([
    { service: 'shop-browser', requests: { now: 60, before: 50 } },
    { service: 'shop', requests: { now: 60, before: 0 } },
  ])
  const alone = summarizeOverview({ ...nothing, requests: browser })
  expect(alone).toMatchObject({ requests: { now: 60, before: 50 }, failed: { now: 6, before: 5 } })
})

test('a service that is silent stays, with the end of the last bucket that has requests', () => {
  const requests = [asked(-2n, 'jobs', 3), asked(-1n, 'shop', 3), asked(0n, 'shop', 1)]
  const { services } = summarizeOverview({ ...nothing, requests })
  const stopped = `no requests since ${formatSince(fromNs - HOUR_NS, comparison.toNs)}`
  expect(services.map(of => [of.service, of.stopped])).toEqual([
    ['shop', ''],
    ['jobs', stopped],
  ])
})

test('an error rate of few requests is one of longer intervals, and grey where even they have fewer than five', () => {
  const halves = Array.from({ length: 24 }, (_, at) => ({
    fromNs: fromNs + (BigInt(at) * HOUR_NS) / 2n,
    toNs: fromNs + (BigInt(at + 1) * HOUR_NS) / 2n,
  }))
  const longer = addPreviousPeriod({ from: fromNs, to: fromNs + 12n * HOUR_NS }, HOUR_NS / 2n)
  const at = (half: bigint, requests: number, failed: number) => ({
    ...asked(0n, 'shop', requests, failed),
    bucketNs: fromNs + (half * HOUR_NS) / 2n,
  })
  const { errorRateChart, requestChart } = summarizeOverview({
    ...nothing,
    comparison: longer,
    buckets: halves,
    nowNs: longer.toNs,
    requests: [at(0n, 5, 0), at(1n, 5, 1), at(12n, 1, 1), at(20n, 8, 0)],
  })
  expect(requestChart.times.length).toBe(24)
  expect(errorRateChart.times[0]).toEqual({ fromNs, toNs: fromNs + 2n * HOUR_NS })
  expect(errorRateChart.table.head).toEqual(['Time (UTC)', 'Error rate', 'of fewer than 5', 'Previous period'])
  const known = errorRateChart.table.rows
    .map(([, ...values]) => values)
    .filter(values => values.join() !== 'unknown,unknown,unknown')
  expect(known).toEqual([
    ['10 %', 'unknown', 'unknown'],
    ['unknown', '100 %', 'unknown'],
    ['0 %', 'unknown', 'unknown'],
  ])
})

test('a rate divides by the time that has lasted so far, and the time before is as long', () => {
  const nowNs = fromNs + HOUR_NS
  const half = addPreviousPeriod({ from: fromNs, to: comparison.toNs }, HOUR_NS, nowNs)
  expect(half.fromNs - half.beforeNs).toBe(HOUR_NS)
  const { requests, perMinute } = summarizeOverview({
    ...nothing,
    comparison: half,
    nowNs,
    requests: [asked(-1n, 'shop', 50), asked(0n, 'shop', 60)],
  })
  expect(requests).toEqual({ now: 60, before: 50 })
  expect(perMinute).toBe(1)
})

test('what is dated ahead is in the last bucket, and an error that two buckets tell of is counted once', () => {
  const { requests, exceptions, requestChart, exceptionChart } = summarizeOverview({
    ...nothing,
    requests: [asked(0n, 'shop', 5), asked(1n, 'shop', 2), asked(2n, 'shop', 1)],
    exceptions: [undefined, fromNs, fromNs + HOUR_NS].map(bucketNs => ({
      isNow: true,
      bucketNs,
      service: 'shop',
      exceptions: 1,
    })),
  })
  expect(requests.now).toBe(8)
  expect(requestChart.table.rows.map(([, now]) => now)).toEqual(['5', '3'])
  expect(exceptions.now).toBe(1)
  expect(exceptionChart.table.rows.map(([, now]) => now)).toEqual(['1', '1'])
})

test('the newest hour is counted too, in whole buckets; not if the range ended before now or is not much longer', () => {
  const hours = (count: number) =>
    Array.from({ length: count }, (_, hour) => ({
      fromNs: fromNs + BigInt(hour) * HOUR_NS,
      toNs: fromNs + BigInt(hour + 1) * HOUR_NS,
    }))
  const recentOf = (count: number, nowNs: bigint, to = nowNs) =>
    summarizeOverview({
      ...nothing,
      buckets: hours(count),
      comparison: addPreviousPeriod({ from: fromNs, to: fromNs + BigInt(count) * HOUR_NS }, HOUR_NS),
      range: { from: fromNs, to },
      nowNs,
      requests: [asked(0n, 'shop', 90, 9), asked(2n, 'shop', 60, 2), asked(3n, 'cart', 20)],
      exceptions: [{ isNow: true, bucketNs: fromNs + 2n * HOUR_NS, service: 'cart', exceptions: 4 }],
    })
  const nowNs = fromNs + 4n * HOUR_NS - HOUR_NS / 2n
  const since = new Date(Number((fromNs + 2n * HOUR_NS) / 1_000_000n)).toISOString().slice(11, 16)
  expect(recentOf(4, nowNs).recent).toEqual({ since, part: 1.5 / 3.5, requests: 80, failed: 2, exceptions: 4 })
  expect(recentOf(4, nowNs, nowNs - HOUR_NS).recent).toBeUndefined()
  expect(recentOf(3, fromNs + 3n * HOUR_NS - HOUR_NS / 2n).recent).toBeUndefined()
})

test('a line of requests ends before the bucket that goes on still', () => {
  const half = { ...nothing, nowNs: fromNs + HOUR_NS + 1n, requests: [asked(0n, 'shop', 60), asked(1n, 'shop', 1)] }
  expect(summarizeOverview(half).services[0]?.requestLine).toEqual(layoutSparkline([60]))
})

test('one deploy of a server and its browser half is one mark', () => {
  const seen = (service: string, minute: bigint, release = '2.4.1') => ({
    service,
    release,
    firstSeenNs: fromNs + minute * 60_000_000_000n,
  })
  const { requestChart } = summarizeOverview({
    ...nothing,
    releases: [seen('shop', 5n), seen('shop-browser', 10n), seen('cart', 90n), seen('stock', 95n, '7')],
  })
  expect(requestChart.marks.map(({ title }) => title)).toEqual([
    '2.4.1 of shop, shop-browser',
    '2.4.1 of cart',
    '7 of stock',
  ])
})

test('of nothing at all there is a chart with an axis, and no service', () => {
  expect(summarizeOverview(nothing)).toMatchObject({
    perMinute: 0,
    services: [],
    exceptionChart: { yTicks: [{ label: '0' }] },
  })
})
