import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countRequestsOverTime } from '../../../store/services/count-requests-over-time.ts'
import { listLatencies } from '../../../store/services/list-latencies.ts'
import { withoutBrowsers } from '../../../store/services/without-browsers.ts'
import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { findWhatEachFindsAlone, judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { runs } from '../../../test/property-runs.ts'
import { spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { judgeErrorRates } from './error-rate.ts'

const nowMs = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS + 2 * MINUTE_MS
const agoMs = (minutes: number) => nowMs - minutes * MINUTE_MS

/** Requests in one minute, of which some failed. */
const requests = (
  minutesAgo: number,
  service: string,
  { ok = 0, failed = 0, route = '/', environment = 'production', daysAgo = 0 },
) =>
  Array.from({ length: ok + failed }, (_, i) =>
    spanRow({
      at: nsOfMs(agoMs(minutesAgo) - daysAgo * DAY_MS + 1_000 + i * 100),
      service,
      status: i < failed ? 'Error' : 'Unset',
      attributes: { 'http.route': route, ...(service.endsWith('-browser') && { 'errata.transaction.route': route }) },
      resource: { 'deployment.environment.name': environment },
    }),
  )

const rows = [
  ...requests(1, 'pay', { ok: 17, failed: 3 }),
  ...requests(4, 'pay', { ok: 20 }),
  ...requests(8, 'pay', { ok: 30, failed: 1, environment: 'staging' }),
  ...requests(1, 'quiet', { ok: 2, failed: 2 }),
  ...requests(2, 'shop', { ok: 10, failed: 10, route: '/cart' }),
  ...requests(2, 'shop', { ok: 80, route: '/' }),
  ...requests(2, 'errata', { failed: 30 }),
  // Usually one of fifty fails.
  ...[1, 2, 3].flatMap(daysAgo => requests(4, 'mail', { ok: 98, failed: 2, daysAgo })),
  ...requests(2, 'mail', { ok: 85, failed: 15 }),
  ...[1, 2, 3].flatMap(daysAgo => requests(4, 'stock', { ok: 85, failed: 15, daysAgo })),
  ...requests(2, 'stock', { ok: 85, failed: 15 }),
]
const store = shareTestStore(rows)

const rate = (watch: object, fields: object = {}) =>
  ruleOf('error rate', { abovePercent: 5, windowMinutes: 5, ...watch }, { ...fields })
const judge = (rule: ReturnType<typeof rate>, slotsMs: readonly number[] = [nowMs], settings = {}) =>
  judgeOne(judgeErrorRates, { store: store(), rule, slotsMs, ...settings })

test('the share of failed requests fires from the threshold on, and clears when they stop', async () => {
  const judged = await judge(rate({}, { service: 'pay' }), [
    agoMs(1),
    nowMs,
    nowMs + 3 * MINUTE_MS,
    nowMs + 9 * MINUTE_MS,
  ])
  expect(judged.map(whyOf)).toEqual([
    ['pay: 0 % of 20 requests failed, 5 % allowed'],
    ['!pay: 7.5 % of 40 requests failed, 5 % allowed'],
    ['!pay: 15 % of 20 requests failed, 5 % allowed'],
    [],
  ])
  expect(judged.map(({ outcome }) => outcome)).toEqual(['judged', 'judged', 'judged', 'no data'])
})

test('with few requests nothing is judged', async () => {
  const [judged] = await judge(rate({}, { service: 'quiet' }))
  expect(judged).toMatchObject({ outcome: 'judged' })
  expect(whyOf(judged ?? { observations: [] })).toEqual(['quiet: 4 requests, 20 needed to judge'])
})

test('filters and owners choose what is watched, and one operation is judged by itself', async () => {
  const why = async (fields: object, watch: object = {}, settings = {}) =>
    (await judge(rate({ windowMinutes: 10, ...watch }, fields), [nowMs], settings)).map(whyOf)[0]
  expect(await why({ service: 'pay', environment: 'staging' })).toEqual([
    'pay: 3.23 % of 31 requests failed, 5 % allowed',
  ])
  expect(await why({ service: 'shop', operation: '/cart' })).toEqual([
    '!shop\n/cart: 50 % of 20 requests failed, 5 % allowed',
  ])
  expect(await why({ service: 'shop' }, { by: 'operation' })).toEqual([
    '!shop\n/cart: 50 % of 20 requests failed, 5 % allowed',
    'shop\n/: 0 % of 80 requests failed, 5 % allowed',
  ])
  const ownerOf = ({ service }: { service: string }) => (service === 'shop' ? 'web' : '')
  expect(await why({ owner: 'web' }, {}, { ownerOf })).toEqual(['!shop: 10 % of 100 requests failed, 5 % allowed'])
  expect(await why({ service: 'errata' })).toEqual(['!errata: 100 % of 30 requests failed, 5 % allowed'])
  expect((await why({}))?.join()).not.toContain('errata')
})

test('without a threshold only a large rise above what is usual fires', async () => {
  const why = async (by: string) =>
    (await judge(rate({ abovePercent: 0, by }, { environment: 'production' }))).map(whyOf)[0]
  expect((await why('service'))?.filter(text => /mail|stock/.test(text))).toEqual([
    '!mail: 15 % of 100 requests failed, usually 2 %',
    'stock: 15 % of 100 requests failed, usually 15 %',
  ])
  expect((await why('operation'))?.filter(text => /mail|stock/.test(text))).toEqual([
    '!mail\n/: 15 % of 100 requests failed, usually 2 %',
    'stock\n/: 15 % of 100 requests failed, usually 15 %',
  ])
})

test('what browsers sent counts only of a service that answered nothing', async () => {
  const browser = requests(2, 'mixed', { failed: 30 }).map(({ table, values }) => ({
    table,
    values: {
      ...values,
      ResourceAttributes: { ...Object(values['ResourceAttributes']), 'telemetry.sdk.language': 'webjs' },
    },
  }))
  const why = async () => (await judge(rate({}, { service: 'mixed' }))).map(whyOf)
  await store().insert(browser)
  expect(await why()).toEqual([['!mixed: 100 % of 30 requests failed, 5 % allowed']])
  await store().insert(requests(2, 'mixed', { ok: 25 }))
  expect(await why()).toEqual([['mixed: 0 % of 25 requests failed, 5 % allowed']])
})

test('the numbers of a window are those of the pages', async () => {
  const [window] = await judge(rate({ windowMinutes: 7, leastRequests: 1 }))
  const comparison = {
    beforeNs: nsOfMs(agoMs(14)),
    fromNs: nsOfMs(agoMs(7)),
    toNs: nsOfMs(nowMs),
    lastedNs: nsOfMs(7 * MINUTE_MS),
    stepNs: nsOfMs(5 * MINUTE_MS),
  }
  const counts = (await countRequestsOverTime(store(), { comparison, hidden: ['errata'] })).filter(({ isNow }) => isNow)
  const shares = new Map(
    [...Map.groupBy(counts, ({ service }) => service)]
      .map(([service, all]) => [service, withoutBrowsers(all)] as const)
      .map(([service, of]) => [
        service,
        of.reduce((sum, { failed }) => sum + failed, 0) / of.reduce((sum, { requests }) => sum + requests, 0),
      ]),
  )
  expect(new Map(window?.observations.map(({ subject, value }) => [subject, value]))).toEqual(shares)
  const [operations] = await judge(rate({ windowMinutes: 7, by: 'operation', leastRequests: 1 }))
  const listed = await listLatencies(store(), { comparison, by: 'operation', limit: 100, service: 'shop' })
  expect(
    operations?.observations
      .filter(({ about }) => about.service === 'shop')
      .map(({ about, value }) => [about.operation, value]),
  ).toEqual(
    listed
      .toSorted((a, b) => b.now.failed - a.now.failed)
      .map(({ operation, now }) => [operation, now.failed / now.requests]),
  )
})

test('requests that come late count for their own minute, and those that come again count once', async () => {
  const watched = [rate({}, { service: 'shop' }), rate({ by: 'operation' }, { service: 'shop' })]
  const judged = async () => (await Promise.all(watched.map(rule => judge(rule)))).flat()
  const before = await judged()
  await store().insert(rows.filter(({ values }) => values['ServiceName'] === 'shop').toReversed())
  expect(await judged()).toEqual(before)
  await store().insert(requests(2, 'shop', { failed: 100, route: '/cart' }))
  expect((await judged()).map(({ observations }) => observations[0]?.why)).toEqual([
    '55 % of 200 requests failed, 5 % allowed',
    '91.7 % of 120 requests failed, 5 % allowed',
  ])
})

test('many rules at many times find what each finds alone', async () => {
  const anyRule = fc
    .record({
      by: fc.constantFrom('service', 'operation'),
      windowMinutes: fc.constantFrom(1, 4, 5, 30),
      abovePercent: fc.constantFrom(0, 5),
    })
    .chain(watch => fc.constantFrom('', 'pay', 'mail').map(service => rate(watch, { service })))
  const anySlot = fc.nat(12).map(agoMs)
  await fc.assert(findWhatEachFindsAlone(judgeErrorRates, { store, anyRule, anySlot, at: 0 }), runs(4))
})
