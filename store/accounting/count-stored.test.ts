import { expect, test } from 'vitest'
import {
  gaugeRow,
  type InsertedRow,
  logRow,
  openTestStore,
  randomHexId,
  spanRow,
  sumRow,
} from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countStored } from './count-stored.ts'

const HOUR_MS = 3_600_000
const none = { spans: 0, logs: 0, points: 0 }
const seeded = ({ table, values }: InsertedRow): InsertedRow => ({
  table,
  values: { ...values, ScopeVersion: 'seed --direct' },
})
const lately = () => ({ from: nsOfMs(Date.now() - HOUR_MS), to: nsOfMs(Date.now() + HOUR_MS) })

test('counts what was stored in the range, each item once, whatever its timestamp is', async () => {
  const [twice, old] = [spanRow(), spanRow({ at: 30 * HOUR_MS, traceId: randomHexId(16) })]
  await using store = await openTestStore([
    twice,
    spanRow({ traceId: randomHexId(16) }),
    old,
    logRow(),
    logRow({ at: 1_000 }),
  ])
  await store.insert([twice])

  expect(await countStored(store, { range: lately() })).toEqual({
    brought: { spans: 3, logs: 2, points: 0 },
    seeded: none,
    nearEnds: none,
  })
})

test('counts nothing that was stored before or after the range', async () => {
  await using store = await openTestStore([spanRow(), logRow()])
  const before = { from: nsOfMs(Date.now() - 2 * HOUR_MS), to: nsOfMs(Date.now() - HOUR_MS) }
  const after = { from: nsOfMs(Date.now() + HOUR_MS), to: nsOfMs(Date.now() + 2 * HOUR_MS) }
  expect(await countStored(store, { range: before })).toEqual({ brought: none, seeded: none, nearEnds: none })
  expect(await countStored(store, { range: after })).toEqual({ brought: none, seeded: none, nearEnds: none })
})

test('a data point is identified by metric, series and time, in every table', async () => {
  const at = HOUR_MS
  const point = (attributes: Record<string, string>, of: { name?: string; at?: number } = {}) =>
    sumRow({ at, name: 'hits', value: 1, attributes, ...of })
  const twice = point({ path: '/' })
  await using store = await openTestStore([
    twice,
    point({ path: '/cart' }),
    point({ path: '/' }, { name: 'misses' }),
    point({ path: '/' }, { at: 30 * HOUR_MS }),
    gaugeRow({ at, name: 'hits', value: 1, attributes: { path: '/' } }),
  ])
  await store.insert([twice])

  expect(await countStored(store, { range: lately() })).toMatchObject({ brought: { ...none, points: 5 } })
})

test('rows marked by the seeder are counted apart', async () => {
  await using store = await openTestStore([
    seeded(spanRow({ traceId: randomHexId(16) })),
    spanRow({ traceId: randomHexId(16) }),
    seeded(logRow()),
    seeded(sumRow({ name: 'hits', value: 1 })),
  ])

  expect(await countStored(store, { range: lately() })).toEqual({
    brought: { spans: 1, logs: 0, points: 0 },
    seeded: { spans: 1, logs: 1, points: 1 },
    nearEnds: none,
  })
})

test('counts what was stored close to both ends of the range', async () => {
  await using store = await openTestStore([spanRow({ traceId: randomHexId(16) }), seeded(spanRow()), logRow()])
  const nowMs = Date.now()
  const from = (ms: number) => ({ from: nsOfMs(nowMs + ms), to: nsOfMs(nowMs + ms + HOUR_MS) })
  const near = { spans: 1, logs: 1, points: 0 }
  for (const ms of [-2_000, 2_000, -2_000 - HOUR_MS, 2_000 - HOUR_MS]) {
    expect(await countStored(store, { range: from(ms) })).toMatchObject({ nearEnds: near })
  }
  expect(await countStored(store, { range: from(2_000) })).toMatchObject({ brought: none })
  expect(await countStored(store, { range: from(-30_000) })).toMatchObject({ brought: near, nearEnds: none })
})
