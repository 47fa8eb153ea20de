import { expect, test } from 'vitest'
import { TABLES } from '../../../store/schema/tables/table-names.ts'
import { openTestStore } from '../../../test/store/open-test-store.ts'
import { createStepCache } from './step-cache.ts'

const DAY_MS = 86_400_000
const step = (event: string, state: string, agoMs: number) => ({
  table: TABLES.alertDeliveries,
  values: {
    ...{ Event: event, Channel: 'slack', Attempt: 1, Desk: 'desk', State: state, Message: 'm', Status: 200 },
    ...{ DurationMs: 1, RetryMs: 0, Reason: '', At: new Date(Date.now() - agoMs).toISOString() },
  },
})

test('what was sent weeks ago is known, also after what is new was read', async () => {
  await using store = await openTestStore([step('old', 'claimed', 30 * DAY_MS), step('old', 'sent', 30 * DAY_MS)])
  const cache = createStepCache(store, Date.now)
  const read = async () => (await cache.read()).map(({ event, state }) => `${event} ${state}`)
  expect(await read()).toEqual(['old claimed', 'old sent'])
  await store.insert([step('new', 'claimed', 1_000)])
  expect(await read()).toEqual(['old claimed', 'old sent', 'new claimed'])
})

test('what others sent while a desk could not reach the database for hours is known', async () => {
  const HOUR_MS = 3_600_000
  await using store = await openTestStore([step('before', 'sent', 10 * HOUR_MS)])
  let nowMs = Date.now() - 9 * HOUR_MS
  const cache = createStepCache(store, () => nowMs)
  await cache.read()
  nowMs = Date.now()
  await store.insert([step('meanwhile', 'sent', 5 * HOUR_MS)])
  expect((await cache.read()).map(({ event }) => event)).toEqual(['before', 'meanwhile'])
})

test('a desk whose clock is hours ahead sees the claims of now, its own among them', async () => {
  await using store = await openTestStore([step('before', 'sent', 60_000)])
  const cache = createStepCache(store, () => Date.now() + 12 * 3_600_000)
  await cache.read()
  await store.insert([step('new', 'claimed', 0)])
  expect((await cache.read()).map(({ event }) => event)).toEqual(['before', 'new'])
})
