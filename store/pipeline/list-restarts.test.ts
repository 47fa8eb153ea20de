import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listRestarts } from './list-restarts.ts'

const nowMs = Date.now()
const atNs = (minutes: number) => nsOfMs(nowMs - minutes * 60_000)
const restart = (minutes: number, process: string, reason: string, service = 'errata-stack') =>
  logRow({
    at: atNs(minutes),
    service,
    eventName: 'errata.process.restarted',
    attributes: { 'errata.restart.process': process, 'errata.restart.reason': reason },
  })

test('lists the restarts of the range, each once, latest first, as the supervisor reported them', async () => {
  const twice = restart(20, 'engine', 'ended (SIGKILL)')
  await using store = await openTestStore([
    restart(70, 'desk', 'does not answer'),
    twice,
    twice,
    restart(10, 'collector', 'does not answer'),
    restart(5, 'engine', 'does not answer', 'somebody-else'),
    logRow({ at: atNs(5), service: 'errata-stack' }),
  ])

  expect(await listRestarts(store, { range: rangeEndingAt(nowMs, 3_600_000) })).toEqual([
    { atNs: atNs(10), process: 'collector', reason: 'does not answer' },
    { atNs: atNs(20), process: 'engine', reason: 'ended (SIGKILL)' },
  ])
})
