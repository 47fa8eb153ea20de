import { describe, expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { type ListExceptionsParams, listExceptions } from './list-exceptions.ts'

const everything = () => ({ range: rangeEndingAt(Date.now() + 60_000, 3_600_000), limit: 50 })

test('lists the newest exceptions first', async () => {
  await using store = await openTestStore([
    exceptionRow({ at: 20_000, type: 'RangeError', message: 'old' }),
    exceptionRow({ at: 10_000, type: 'TypeError', message: 'new', service: 'cart' }),
  ])

  expect(await listExceptions(store, everything())).toMatchObject([
    { shape: 'log', type: 'TypeError', message: 'new', service: 'cart' },
    { shape: 'log', type: 'RangeError', message: 'old', service: 'shop' },
  ])
})

test('lists an exception once if it arrived as a log record and as a span event', async () => {
  const ids = { traceId: randomHexId(16), spanId: randomHexId(8) }
  const attributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
  await using store = await openTestStore([
    exceptionRow({ at: 10_000, ...ids }),
    spanRow({ at: 10_000, ...ids, events: [{ name: 'exception', attributes }] }),
  ])

  expect(await listExceptions(store, everything())).toMatchObject([{ shape: 'log', ...ids }])
})

test('lists a span event without a matching log record', async () => {
  const attributes = { 'exception.type': 'KeyError', 'exception.message': "'user'" }
  await using store = await openTestStore([
    exceptionRow({ at: 10_000 }),
    spanRow({ at: 5_000, events: [{ name: 'exception', attributes }, { name: 'retry' }] }),
  ])

  expect(await listExceptions(store, everything())).toMatchObject([
    { shape: 'event', type: 'KeyError', message: "'user'" },
    { shape: 'log' },
  ])
})

test('lists the first in-app function with its file, in any order', async () => {
  const stacktrace =
    'E: m\n    at read (node:fs:1:2)\n    at pay (/srv/app/pay.js:3:4)\n    at main (/srv/app/main.js:5:6)'
  await using store = await openTestStore([
    exceptionRow({ at: 10_000, stacktrace }),
    exceptionRow({ at: 20_000, stacktrace: '' }),
  ])

  for (const order of [undefined, { by: 'type', rising: true }] as const) {
    const found = await listExceptions(store, { ...everything(), order })
    expect(found.map(of => of.function).toSorted()).toEqual(['', 'pay pay.js'])
  }
})

test('lists every deliberate repeat of one log record', async () => {
  const ids = { traceId: randomHexId(16), spanId: randomHexId(8) }
  const row = () => exceptionRow({ at: 10_000, ...ids })
  await using store = await openTestStore([row(), row(), row()])

  expect(await listExceptions(store, everything())).toHaveLength(3)
})

describe('of three exceptions', () => {
  const of = (release: string, environment: string) => ({
    resource: { 'service.version': release, 'deployment.environment.name': environment },
  })
  const store = shareTestStore([
    exceptionRow({ at: 1000, message: 'own', service: 'desk', ...of('2.4.1', 'staging') }),
    exceptionRow({ at: 2000, message: 'new', ...of('2.4.1', 'production') }),
    exceptionRow({ at: 3000, message: 'old', ...of('2.4.0', 'production') }),
  ])

  test.each<[Partial<ListExceptionsParams>, string[]]>([
    [{ hidden: ['desk', 'desk-browser'] }, ['new', 'old']],
    [{ release: '2.4.1' }, ['own', 'new']],
    [{ environment: 'production' }, ['new', 'old']],
    [{ environment: 'production', release: '2.4.1', hidden: ['desk'] }, ['new']],
  ])('filters by %j', async (filter, messages) => {
    const found = await listExceptions(store(), { ...everything(), ...filter })
    expect(found.map(({ message }) => message)).toEqual(messages)
  })
})
