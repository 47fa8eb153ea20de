import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countCrashesInWindows, SESSION_BUCKET_MS } from './count-crashes-in-windows.ts'

const startMs = Math.floor(Date.now() / SESSION_BUCKET_MS) * SESSION_BUCKET_MS
const of = (session: string, environment: string, ms: number) => ({
  at: nsOfMs(startMs + ms),
  service: 'shop-browser',
  attributes: { 'session.id': session, 'errata.transaction.route': '/', 'errata.exception.handled': 'false' },
  resource: { 'service.version': '2', 'deployment.environment.name': environment },
})

test('sessions count once for each environment and once for all, in the three hours that a window touches', async () => {
  await using store = await openTestStore([
    spanRow(of('a', 'production', 1)),
    spanRow(of('a', 'staging', 2)),
    spanRow(of('b', 'production', 3)),
    exceptionRow(of('b', 'production', 4)),
    spanRow(of('c', 'production', -1)),
  ])
  const range = (fromMs: number, toMs: number) => ({ from: nsOfMs(startMs + fromMs), to: nsOfMs(startMs + toMs) })
  const counted = await countCrashesInWindows(store, { windows: [range(60_000, 120_000), range(-1, 120_000)] })
  expect(counted.map(({ window, environment, sessions, crashed }) => [window, environment, sessions, crashed])).toEqual(
    [
      [0, '', 2, 1],
      [0, 'production', 2, 1],
      [0, 'staging', 1, 0],
      [1, '', 3, 1],
      [1, 'production', 3, 1],
      [1, 'staging', 1, 0],
    ],
  )
})
