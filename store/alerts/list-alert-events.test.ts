import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listAlertEvents, type StoredAlertEvent } from './list-alert-events.ts'
import { recordAlertEvents } from './record-alerts.ts'

const atNs = (minute: number) => nsOfMs(1_700_000_000_000 + minute * 60_000)
const event = (id: string, minute: number, subject = 'checkout'): StoredAlertEvent => ({
  ...{ id, atNs: atNs(minute), rule: 'errors', revision: 'r1', subject, episode: `e-${subject}`, what: 'firing' },
  ...{ content: '{"value":3}', desk: 'desk-1' },
})

test('an event that two desks wrote is listed once, newest first, by range, rule, subject, episode and page', async () => {
  await using store = await openTestStore()
  await recordAlertEvents(store, [event('a', 1), event('b', 2), event('c', 2, 'pay')])
  await recordAlertEvents(store, [event('b', 2)])
  const all = { range: { from: atNs(1), to: atNs(3) }, limit: 10 }
  const idsOf = async (filter: object) => (await listAlertEvents(store, { ...all, ...filter })).map(({ id }) => id)

  expect(await listAlertEvents(store, { ...all, limit: 1 })).toEqual([event('b', 2)])
  expect(await idsOf({})).toEqual(['b', 'c', 'a'])
  expect(await idsOf({ range: { from: atNs(1), to: atNs(2) } })).toEqual(['a'])
  expect(await idsOf({ subject: 'pay' })).toEqual(['c'])
  expect(await idsOf({ episode: 'e-pay' })).toEqual(['c'])
  expect(await idsOf({ rule: 'other' })).toEqual([])
  expect(await idsOf({ after: { atNs: atNs(2), id: 'b' } })).toEqual(['c', 'a'])
  expect(await idsOf({ after: { atNs: atNs(2), id: 'c' }, limit: 1 })).toEqual(['a'])
  expect(await idsOf({ after: { atNs: atNs(3), id: 'z' } })).toEqual(['b', 'c', 'a'])
  expect(await idsOf({ ids: ['a', 'unknown'] })).toEqual(['a'])
})
