import { expect, test } from 'vitest'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { createEventCache } from './event-cache.ts'

const HOUR_MS = 3_600_000
const event = (id: string, agoMs: number, { what = 'firing', episode = id } = {}) => ({
  table: TABLES.alertEvents,
  values: {
    ...{ Id: id, At: new Date(Date.now() - agoMs).toISOString(), Rule: 'rule', Revision: '1', Subject: '' },
    ...{ Episode: episode, What: what, Content: '{"kind":"count"}', Desk: 'desk' },
  },
})

test('what others told while a desk could not reach the database for hours is read', async () => {
  await using store = await openTestStore([event('before', 10 * HOUR_MS)])
  let nowMs = Date.now() - 9 * HOUR_MS
  const cache = createEventCache(store, () => nowMs)
  expect((await cache.read()).map(({ id }) => id)).toEqual(['before'])
  nowMs = Date.now()
  await store.insert([event('meanwhile', 5 * HOUR_MS)])
  expect((await cache.read()).map(({ id }) => id)).toEqual(['before', 'meanwhile'])
})

test('a desk whose clock is hours ahead reads what others tell', async () => {
  await using store = await openTestStore([event('before', HOUR_MS)])
  const cache = createEventCache(store, () => Date.now() + 12 * HOUR_MS)
  await cache.read()
  await store.insert([event('new', 0)])
  expect((await cache.read()).map(({ id }) => id)).toEqual(['before', 'new'])
})

test('the beginning of an episode is known for as long as its end', async () => {
  const days = 24 * HOUR_MS
  await using store = await openTestStore([
    event('begin', 20 * days, { episode: 'long' }),
    event('end', days, { episode: 'long', what: 'resolved' }),
    event('old', 20 * days, { episode: 'short' }),
    event('old end', 19 * days, { episode: 'short', what: 'resolved' }),
  ])
  const read = await createEventCache(store, Date.now).read()
  expect(read.map(({ id }) => id)).toEqual(['begin', 'end'])
})
